// Pins: parsers of lists: what they make of texts and of pieces of texts, and what they say to models
import {
  BaseTransformOutputParser, CommaSeparatedListOutputParser, CustomListOutputParser, ListOutputParser, MarkdownListOutputParser, NumberedListOutputParser,
} from "@langchain/core/output_parsers";
import { FakeListChatModel } from "@langchain/core/utils/testing";

const texts = ["a, b ,c", "1. one\n2. two\n\n3. three", "- one\n* two\n  - three", "a; b", "", " x "];
const parsers = [
  new CommaSeparatedListOutputParser(), new NumberedListOutputParser(), new MarkdownListOutputParser(), new CustomListOutputParser({ separator: ";" }),
  new CustomListOutputParser({ length: 2, separator: ";" }), new CustomListOutputParser({ length: 3 }),
];
for (const p of parsers) {
  console.log(p.constructor.name, p.constructor.lc_name?.(), p.lc_namespace, p.lc_serializable, p instanceof ListOutputParser, p instanceof BaseTransformOutputParser);
  console.log(p.getFormatInstructions());
  for (const text of texts) {
    console.log(await p.parse(text).catch((e) => [e.name, e.message, e.llmOutput]));
    const model = new FakeListChatModel({ responses: [text] });
    console.log(await model.pipe(p).invoke("x").catch((e) => e.message));
    const pieces = [];
    try {
      for await (const piece of await model.pipe(p).stream("x")) pieces.push(piece);
    } catch (e) {
      pieces.push(e.message);
    }
    console.log(JSON.stringify(pieces));
  }
}
console.log(new MarkdownListOutputParser() instanceof NumberedListOutputParser);

// Pins: JsonOutputParser with diff: a stream of JSON patches
import { JsonOutputParser } from "@langchain/core/output_parsers";
import { FakeListChatModel } from "@langchain/core/utils/testing";

const chunks = async (stream) => {
  const list = [];
  for await (const chunk of stream) list.push(chunk);
  return list;
};
const text = '{"a": 1, "list": [1, 2, {"b/c~d": "xy"}], "s": "abc", "o": {"x": null, "y": [true, false]}}';
const parser = new JsonOutputParser({ diff: true });
console.log(parser.diff, new JsonOutputParser().diff);
for (const patch of await chunks(await new FakeListChatModel({ responses: [text] }).pipe(parser).stream("x"))) console.log(JSON.stringify(patch));
for (const size of [3, 6, 40]) {
  async function* pieces() {
    for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size);
  }
  for (const patch of await chunks(parser.transform(pieces(), {}))) console.log(size, JSON.stringify(patch));
}
async function* changing() {
  for (const piece of ["[1, 2", "34, 5]"]) yield piece;
}
console.log(JSON.stringify(await chunks(parser.transform(changing(), {}))));
console.log(JSON.stringify(await parser.parse(text)));

// Values that lose fields, and change their kinds.
class Steps extends JsonOutputParser {
  async parsePartialResult([{ text }]) {
    return { a: { x: 1, y: { z: 1 }, keep: 1 }, ab: { x: [1], keep: 1, w: undefined }, abc: { x: { 0: 1 }, n: 0 }, abcd: [1, 2, 3], abcde: [1] }[text];
  }
}
async function* letters() {
  for (const letter of "abcde") yield letter;
}
console.log(JSON.stringify(await chunks(new Steps({ diff: true }).transform(letters(), {})), null, 1));

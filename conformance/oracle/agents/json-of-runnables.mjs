// Pins: the JSON of runnables, prompts, parsers and models says what they were made of
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { CommaSeparatedListOutputParser, CustomListOutputParser, JsonOutputParser, NumberedListOutputParser, StringOutputParser, StructuredOutputParser, XMLOutputParser } from "@langchain/core/output_parsers";
import { AIMessagePromptTemplate, ChatMessagePromptTemplate, ChatPromptTemplate, FewShotPromptTemplate, HumanMessagePromptTemplate, MessagesPlaceholder, PromptTemplate, SystemMessagePromptTemplate } from "@langchain/core/prompts";
import { RouterRunnable, Runnable, RunnableBranch, RunnableEach, RunnableLambda, RunnableMap, RunnableParallel, RunnablePassthrough, RunnablePick, RunnableSequence } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const plus = RunnableLambda.from((x) => x + 1);
const prompt = PromptTemplate.fromTemplate("Hi {a}");
const chat = ChatPromptTemplate.fromMessages([["system", "s"], ["human", "{x}"], new MessagesPlaceholder("h"), ["placeholder", "{p}"], new AIMessage("m"), ["human", [{ type: "text", text: "{x}" }, { type: "image_url", image_url: "{u}" }]]]);
class Model extends BaseChatModel {
  lc_serializable = true;
  get lc_secrets() { return { apiKey: "API_KEY", "client.token": "TOKEN", other: "OTHER" }; }
  get lc_aliases() { return { modelName: "model" }; }
  constructor(fields) {
    super(fields);
    this.apiKey = fields.apiKey ?? "from the environment";
    this.modelName = fields.modelName;
    this.client = fields.client;
  }
  _llmType() { return "m"; }
  async _generate() { return { generations: [] }; }
}
class Own extends Runnable {
  lc_namespace = ["my"];
  lc_serializable = true;
  constructor(fields) {
    super(fields);
    this.someField = fields.someField;
  }
  async invoke(x) { return x; }
}
class Derived extends RunnableLambda {}
class Silent extends Runnable {
  lc_namespace = ["my"];
  async invoke(x) { return x; }
}
const State = Annotation.Root({ a: Annotation() });

const all = {
  prompt,
  "prompt with format": new PromptTemplate({ template: "{a}", inputVariables: ["a"], validateTemplate: false }),
  mustache: PromptTemplate.fromTemplate("{{a}}", { templateFormat: "mustache" }),
  chat,
  human: HumanMessagePromptTemplate.fromTemplate("{a}"),
  system: SystemMessagePromptTemplate.fromTemplate("{a}"),
  ai: AIMessagePromptTemplate.fromTemplate("{a}"),
  generic: ChatMessagePromptTemplate.fromTemplate("{a}", "role"),
  placeholder: new MessagesPlaceholder("h"),
  "optional placeholder": new MessagesPlaceholder({ variableName: "h", optional: true }),
  examples: new FewShotPromptTemplate({ examples: [], examplePrompt: prompt, suffix: "{q}", inputVariables: ["q"] }),
  text: new StringOutputParser(),
  json: new JsonOutputParser(),
  list: new CommaSeparatedListOutputParser(),
  numbered: new NumberedListOutputParser(),
  custom: new CustomListOutputParser({ length: 3, separator: ";" }),
  structured: StructuredOutputParser.fromZodSchema(z.object({ a: z.string() })),
  xml: new XMLOutputParser({ tags: ["a"] }),
  sequence: prompt.pipe(new StringOutputParser()),
  "longer sequence": RunnableSequence.from([chat, new FakeListChatModel({ responses: ["a"] }), new StringOutputParser()], "name"),
  lambda: plus,
  derived: new Derived({ func: (x) => x }),
  map: RunnableMap.from({ a: plus, b: prompt }),
  parallel: RunnableParallel.from({ a: plus }),
  bound: prompt.withConfig({ tags: ["t"], metadata: { lc: 1 } }),
  retry: plus.withRetry({ stopAfterAttempt: 2 }),
  fallbacks: prompt.withFallbacks([plus]),
  each: new RunnableEach({ bound: prompt }),
  router: new RouterRunnable({ runnables: { a: prompt } }),
  branch: RunnableBranch.from([[plus, prompt], plus]),
  assign: RunnablePassthrough.assign({ a: plus }),
  pick: new RunnablePick(["a", "b"]),
  "pick one": new RunnablePick("a"),
  passthrough: new RunnablePassthrough(),
  model: new FakeListChatModel({ responses: ["a"], tags: ["t"], callbacks: [] }),
  "model with secrets": new Model({ apiKey: "secret", modelName: "m", client: { token: "secret", url: "u" }, maxRetries: 1, cache: true }),
  "model with a secret of its environment": new Model({ modelName: "m" }),
  own: new Own({ someField: { lc: 1 }, anotherField: [prompt, { lc: 2 }], fn: () => 1 }),
  silent: new Silent(),
  tool: tool(() => 1, { name: "t", description: "d", schema: z.object({}) }),
  graph: new StateGraph(State).addNode("n", () => ({})).addEdge(START, "n").compile(),
  "sequence with a graph": plus.pipe(new StateGraph(State).addNode("n", () => ({})).addEdge(START, "n").compile()),
};
for (const [name, r] of Object.entries(all)) console.log(`${name}: ${JSON.stringify(r)}`);

// Pins: responseFormat of createAgent: schemas, toolStrategy and providerStrategy, their errors and retries
import { AIMessage, HumanMessage, createAgent, fakeModel, providerStrategy, tool, toolStrategy } from "langchain";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import * as z from "zod";

class Model extends BaseChatModel {
  constructor(f) { super(f); this.answers = f.answers; this.i = 0; this.seen = f.seen ?? []; }
  _llmType() { return "m"; }
  bindTools(tools, options) { this.seen.push([tools.map((t) => t.function?.name ?? t.name), Object.keys(options).sort(), options.tool_choice]); this.tools_ = tools; return this; }
  async _generate() {
    const a = this.answers[this.i++];
    const message = typeof a === "string" ? new AIMessage(a) : new AIMessage({ content: "", tool_calls: a.map(([name, args], i) => ({ name: name.startsWith("#") ? this.tools_.at(+name.slice(1)).function.name : name, args, id: `c${this.i}${i}`, type: "tool_call" })) });
    return { generations: [{ text: "", message }] };
  }
}
const t = tool(async () => "fact", { name: "t", description: "t", schema: z.object({}) });
const schema = z.object({ answer: z.number(), why: z.string().optional() });
const json = { title: "Answer", type: "object", properties: { answer: { type: "number", minimum: 1 }, tags: { type: "array", items: { type: "string" } } }, required: ["answer"], additionalProperties: false };
const clean = (s) => String(s).replace(/extract-\d+/g, "extract-N");
const run = async (label, responseFormat, answers, options = {}) => {
  const model = new Model({ answers });
  try {
    const agent = createAgent({ model, tools: [t], responseFormat, ...options });
    const nodes = [];
    let last;
    for await (const [mode, chunk] of await agent.stream({ messages: [new HumanMessage("q")] }, { streamMode: ["updates", "values"], recursionLimit: 10 })) {
      if (mode === "updates") nodes.push(...Object.keys(chunk)); else last = chunk;
    }
    console.log(label, nodes.join(" "), JSON.stringify(last.structuredResponse));
    console.log("  ", clean(JSON.stringify(last.messages.map((m) => [m.getType(), m.name, m.content]))));
  } catch (e) {
    console.log(label, e.constructor.name, clean(e.message));
  }
  console.log("  ", clean(JSON.stringify(model.seen)));
};
await run("zod", schema, [[["#1", { answer: 1 }]]]);
await run("after a tool", schema, [[["t", {}]], [["#1", { answer: 2, why: "w" }]]]);
await run("wrong, then right", schema, [[["#1", { answer: "x" }]], [["#1", { answer: 3 }]]]);
await run("json", json, [[["Answer", { answer: 4, tags: ["a"] }]]]);
await run("json wrong", toolStrategy(json), [[["Answer", { answer: 0, tags: [1], more: 1 }]], [["Answer", { tags: [] }]], [["Answer", []]], [["Answer", { answer: 5 }]]]);
await run("two at once", schema, [[["#1", { answer: 1 }], ["#1", { answer: 2 }]], [["#1", { answer: 6 }]]]);
await run("tool and response", schema, [[["t", {}], ["#1", { answer: 7 }]]]);
await run("handleError false", toolStrategy(schema, { handleError: false }), [[["#1", { answer: "x" }]]]);
await run("handleError text", toolStrategy(schema, { handleError: "try again" }), [[["#1", { answer: "x" }]], [["#1", { answer: 8 }]]]);
await run("handleError function", toolStrategy(schema, { handleError: (e) => `${e.constructor.name}!` }), [[["#1", { answer: "x" }]], [["#1", { answer: 9 }]]]);
await run("handleError number", toolStrategy(schema, { handleError: () => 42 }), [[["#1", { answer: "x" }]]]);
await run("toolMessageContent", toolStrategy(schema, { toolMessageContent: "here it is" }), [[["#1", { answer: 10 }]]]);
await run("several", toolStrategy([schema, z.object({ other: z.string() })]), [[["#2", { other: "o" }]]]);
await run("list", [schema, z.object({ other: z.string() })], [[["#1", { answer: 11 }]]]);
await run("mixed list", [schema, json], []);
await run("bad format", "text", []);
await run("provider", providerStrategy(schema), ['{"answer": 12}']);
await run("provider wrong", providerStrategy(schema), ['{"answer": "x"}']);
await run("provider no json", providerStrategy({ schema: json, strict: false }), ["no json"]);
await run("provider after tool", providerStrategy(schema), [[["t", {}]], '{"answer": 13}']);
await run("plain text", schema, ["just text"]);
await run("function schema", { name: "report", description: "d", parameters: json, properties: {} }, [[["report", { answer: 14 }]]]);
await run("no tools", schema, [[["#0", { answer: 15 }]]], { tools: [] });

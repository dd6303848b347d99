// Pins: wrapModelCall: changed requests, other models, tools left out or added, answers of its own, Commands, errors
import { AIMessage, HumanMessage, SystemMessage, createAgent, createMiddleware, fakeModel, tool } from "langchain";
import { Command } from "@langchain/langgraph";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import * as z from "zod";

class Echo extends BaseChatModel {
  constructor(f) { super(f); this.label = f.label; this.bound = f.bound ?? []; this.options = f.options; }
  _llmType() { return "echo"; }
  bindTools(tools, options) { return new Echo({ label: this.label, bound: tools, options }); }
  async _generate(messages) {
    const text = `${this.label} [${this.bound.map((t) => t.name)}] ${JSON.stringify(this.options)} ${messages.map((m) => `${m.getType()}:${m.text}`).join(" | ")}`;
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
}
const make = (name) => tool(async () => name, { name, description: name, schema: z.object({}) });
const [a, b] = [make("a"), make("b")];
const run = async (label, hook, more = {}) => {
  try {
    const middleware = (Array.isArray(hook) ? hook : [hook]).map((wrapModelCall, i) => createMiddleware({ name: `m${i}`, wrapModelCall }));
    const { messages, structuredResponse } = await createAgent({ model: new Echo({ label: "model" }), tools: [a, b], systemPrompt: "sys", middleware, ...more }).invoke({ messages: [new HumanMessage("q")] }, { context: { who: "me" } });
    console.log(label, JSON.stringify(messages.slice(1).map((m) => [m.name, m.text])), structuredResponse ?? "");
  } catch (e) {
    console.log(label, e.name, e.constructor.name, e.message, e.cause?.constructor.name);
  }
};
await run("as it is", (request, handler) => handler(request));
await run("prompt", (request, handler) => handler({ ...request, systemPrompt: `${request.systemPrompt}!` }));
await run("message", (request, handler) => handler({ ...request, systemMessage: request.systemMessage.concat(" more") }));
await run("both", (request, handler) => handler({ ...request, systemPrompt: "x", systemMessage: new SystemMessage("y") }));
await run("messages", (request, handler) => handler({ ...request, messages: [...request.messages, new HumanMessage("and")] }));
await run("model", (request, handler) => handler({ ...request, model: new Echo({ label: "other" }) }));
await run("tools", (request, handler) => handler({ ...request, tools: [b], toolChoice: "b" }));
await run("settings", (request, handler) => handler({ ...request, modelSettings: { temperature: 0 } }));
await run("added tool", (request, handler) => handler({ ...request, tools: [...request.tools, make("c")] }));
await run("replaced tool", (request, handler) => handler({ ...request, tools: [make("a")] }));
await run("own answer", () => new AIMessage("mine"));
await run("nothing", () => undefined);
await run("text", async () => "text");
await run("command", () => new Command({ update: { messages: [new AIMessage("by command")] } }));
await run("answer and command", async (request, handler) => { await handler(request); return new Command({ update: { messages: [new AIMessage("after")] } }); });
await run("twice", async (request, handler) => { await handler(request); return handler({ ...request, systemPrompt: "second" }); });
await run("throws", () => { throw new TypeError("in hook"); });
await run("throws text", () => { throw "text"; });
await run("nested", [async (r, h) => { const m = await h({ ...r, systemPrompt: `${r.systemPrompt} outer` }); return new AIMessage(`<${m.text}>`); }, (r, h) => h({ ...r, systemPrompt: `${r.systemPrompt} inner` })]);
await run("catches", [async (r, h) => { try { return await h(r); } catch (e) { return new AIMessage(`caught ${e.name} ${e.message}`); } }, () => { throw new RangeError("deep"); }]);
await run("runtime", (request, handler) => handler({ ...request, systemPrompt: JSON.stringify([request.runtime.context, Object.keys(request.runtime), Object.keys(request).sort()]) }));
await run("structured", () => ({ structuredResponse: { ok: true }, messages: [new AIMessage("s")] }));

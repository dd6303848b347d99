// Pins: wrapToolCall: changed calls, other tools, tools that nobody registered, answers of its own, retries, errors
import { AIMessage, HumanMessage, ToolMessage, createAgent, createMiddleware, fakeModel, tool } from "langchain";
import { Command } from "@langchain/langgraph";
import * as z from "zod";

const add = tool(async ({ n }) => { if (n === 13) throw new Error("unlucky"); return `added ${n}`; }, { name: "add", description: "a", schema: z.object({ n: z.number() }) });
const late = tool(async () => "late tool", { name: "late", description: "l", schema: z.object({}) });
const run = async (label, hook, call = { name: "add", args: { n: 1 }, id: "c1" }, more = {}) => {
  try {
    const middleware = [].concat(hook).map((wrapToolCall, i) => createMiddleware({ name: `m${i}`, wrapToolCall, stateSchema: z.object({ level: z.number().default(2) }) }));
    const model = fakeModel().respondWithTools([call]).respond(new AIMessage("end"));
    const { messages } = await createAgent({ model, tools: [add], middleware, ...more }).invoke({ messages: [new HumanMessage("q")] });
    console.log(label, JSON.stringify(messages.slice(2).map((m) => [m.name, m.status, m.content.split(" with error")[0]])));
  } catch (e) {
    console.log(label, e.name, e.constructor.name, e.message, e.cause?.constructor.name);
  }
};
await run("as it is", (r, h) => h(r));
await run("other args", (r, h) => h({ ...r, toolCall: { ...r.toolCall, args: { n: 2 } } }));
await run("other tool", (r, h) => h({ ...r, tool: late }));
await run("unregistered", (r, h) => h(r.tool ? r : { ...r, tool: late }), { name: "late", args: {}, id: "c1" });
await run("unknown", (r, h) => h(r), { name: "nobody", args: {}, id: "c1" });
await run("own answer", (r) => new ToolMessage({ content: "mine", tool_call_id: r.toolCall.id, name: "own" }));
await run("command", (r) => new Command({ update: { messages: [new ToolMessage({ content: "commanded", tool_call_id: r.toolCall.id })] } }));
await run("text", () => "text");
await run("nothing", () => undefined);
await run("tool throws", (r, h) => h(r), { name: "add", args: { n: 13 }, id: "c1" });
await run("caught", async (r, h) => { try { return await h(r); } catch (e) { return new ToolMessage({ content: `caught ${e.message}`, tool_call_id: r.toolCall.id }); } }, { name: "add", args: { n: 13 }, id: "c1" });
await run("retried", async (r, h) => { try { return await h(r); } catch { return h({ ...r, toolCall: { ...r.toolCall, args: { n: 14 } } }); } }, { name: "add", args: { n: 13 }, id: "c1" });
await run("invalid args", (r, h) => h(r), { name: "add", args: { n: "x" }, id: "c1" });
await run("hook throws", () => { throw new RangeError("in hook"); });
await run("hook throws text", () => { throw "text"; });
await run("nested", [async (r, h) => { const m = await h(r); m.content = `outer(${m.content})`; return m; }, async (r, h) => { const m = await h({ ...r, toolCall: { ...r.toolCall, args: { n: 5 } } }); m.content = `inner(${m.content})`; return m; }]);
await run("inner throws", [async (r, h) => { try { return await h(r); } catch (e) { return new ToolMessage({ content: `${e.constructor.name} ${e.message}`, tool_call_id: "c1" }); } }, () => { throw new Error("inside"); }]);
await run("request", (r) => new ToolMessage({ content: JSON.stringify([Object.keys(r).sort(), r.state.level, r.state.messages.length, Object.keys(r.runtime).sort(), r.tool?.name]), tool_call_id: "c1" }));
await run("no tools", (r, h) => h({ ...r, tool: late }), { name: "late", args: {}, id: "c1" }, { tools: [] });

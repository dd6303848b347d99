// Pins: the hooks of middleware: their order, what they get, what they return, their nodes and chunks
import { AIMessage, HumanMessage, createAgent, createMiddleware, fakeModel, tool } from "langchain";
import * as z from "zod";

const t = tool(async () => "tool", { name: "t", description: "t", schema: z.object({}) });
const log = [];
const logging = (name) => createMiddleware({
  name,
  beforeAgent: (state) => { log.push(`${name} beforeAgent ${state.messages.length}`); },
  beforeModel: async (state) => { log.push(`${name} beforeModel ${state.messages.length}`); },
  afterModel: (state) => { log.push(`${name} afterModel ${state.messages.length}`); },
  afterAgent: (state) => { log.push(`${name} afterAgent ${state.messages.length}`); },
  wrapModelCall: async (request, handler) => {
    log.push(`${name} wrapModelCall in ${request.messages.length} ${request.tools.map((x) => x.name)} ${request.systemPrompt}`);
    const r = await handler(request);
    log.push(`${name} wrapModelCall out ${r.constructor.name}`);
    return r;
  },
  wrapToolCall: async (request, handler) => {
    log.push(`${name} wrapToolCall in ${request.toolCall.name} ${request.tool.name} ${request.state.messages.length}`);
    const r = await handler(request);
    log.push(`${name} wrapToolCall out ${r.content}`);
    return r;
  },
});
const model = () => fakeModel().respondWithTools([{ name: "t", args: {}, id: "c1" }]).respond(new AIMessage("end"));
const show = (v) => JSON.stringify(v, (k, x) => (x?.lc ? [x.id.at(-1), x.kwargs.content] : x));
const agent = createAgent({ model: model(), tools: [t], middleware: [logging("one"), logging("two")], systemPrompt: "sys" });
console.log(Object.keys(agent.graph.builder.nodes));
const chunks = [];
for await (const chunk of await agent.stream({ messages: [new HumanMessage("q")] }, { streamMode: "updates" })) chunks.push(show(chunk));
console.log(log.join("\n"));
console.log(chunks.join("\n"));
const updating = createMiddleware({
  name: "updating",
  stateSchema: z.object({ count: z.number().default(0), note: z.string().optional(), _private: z.string().optional() }),
  beforeAgent: (state) => ({ note: `start ${Object.keys(JSON.parse(JSON.stringify(state))).sort()}` }),
  beforeModel: (state) => ({ count: state.count + 1, _private: "p" }),
  afterModel: (state) => ({ note: `${state.note} | ${state.count} ${state._private}` }),
  afterAgent: () => ({ messages: [new AIMessage("appended")] }),
});
const result = await createAgent({ model: model(), tools: [t], middleware: [updating] }).invoke({ messages: "q" });
console.log(Object.keys(result).sort(), result.count, result.note, result.messages.map((m) => m.content));
const values = [];
for await (const chunk of await createAgent({ model: model(), tools: [t], middleware: [updating] }).stream({ messages: [new HumanMessage("q")], count: 5 }, { streamMode: "values" })) values.push(show(chunk));
console.log(values.join("\n"));

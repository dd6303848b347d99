// Pins: state of createAgent: stateSchema, private fields, defaults of middleware, what must be given, threads
import { AIMessage, HumanMessage, createAgent, createMiddleware, fakeModel, tool } from "langchain";
import { MemorySaver, ReducedValue, StateSchema } from "@langchain/langgraph";
import * as z from "zod";

const t = tool(async () => "x", { name: "t", description: "t", schema: z.object({}) });
const run = async (label, options, input, config) => {
  const model = fakeModel().respond(new AIMessage("a")).respond(new AIMessage("b")).respond(new AIMessage("c"));
  try {
    const agent = createAgent({ model, tools: [t], ...options });
    for (const one of [].concat(input)) {
      const { messages, ...rest } = await agent.invoke({ messages: [new HumanMessage("q")], ...one }, config);
      console.log(label, messages.length, JSON.stringify(rest));
    }
    if (config) console.log("  ", JSON.stringify(Object.entries((await agent.getState(config)).values).filter(([k]) => k !== "messages")));
  } catch (e) {
    console.log(label, e.name, e.message);
  }
};
const thread = () => ({ configurable: { thread_id: "1" } });
await run("zod", { stateSchema: z.object({ user: z.string(), n: z.number().default(1) }) }, { user: "Ann" });
await run("zod, nothing given", { stateSchema: z.object({ n: z.number().default(1) }) }, {});
await run("zod, unknown key", { stateSchema: z.object({ n: z.number().default(1) }) }, { other: 1 });
await run("StateSchema", { stateSchema: new StateSchema({ list: new ReducedValue(z.array(z.string()).default(() => []), { inputSchema: z.string(), reducer: (a, b) => [...a, b] }) }), checkpointer: new MemorySaver() }, [{ list: "a" }, { list: "b" }], thread());
const counting = createMiddleware({ name: "counting", stateSchema: z.object({ count: z.number().default(0), _secret: z.string().default("s") }), beforeModel: (s) => ({ count: s.count + 1, _secret: `${s._secret}+` }) });
await run("counts", { middleware: [counting] }, {});
await run("counts from", { middleware: [counting] }, { count: 41 });
await run("counts on a thread", { middleware: [counting], checkpointer: new MemorySaver() }, [{}, {}, {}], thread());
const needs = createMiddleware({ name: "needs", stateSchema: z.object({ user: z.string(), deep: z.object({ a: z.number() }) }), beforeModel: (s) => ({ user: `${s.user}!` }) });
await run("needs", { middleware: [needs] }, {});
await run("needs and gets", { middleware: [needs] }, { user: "Bob", deep: { a: 1 } });
await run("needs, wrong", { middleware: [needs] }, { user: 1, deep: {} });
const wraps = createMiddleware({ name: "wraps", stateSchema: z.object({ level: z.number().default(3) }), wrapModelCall: async (r, h) => { const m = await h(r); return new AIMessage(`${m.text} ${JSON.stringify({ ...r.state, messages: r.state.messages.length })}`); } });
const agent = createAgent({ model: fakeModel().respond(new AIMessage("said")), tools: [], middleware: [wraps] });
console.log((await agent.invoke({ messages: "q" })).messages.at(-1).text);
const contextual = createMiddleware({ name: "contextual", contextSchema: z.object({ role: z.string(), lang: z.string().default("en") }), beforeModel: (s, runtime) => ({ messages: [new AIMessage(JSON.stringify([runtime.context, runtime.constructor.name, Object.keys(runtime)]))] }) });
for (const context of [{ role: "admin", other: 1 }, {}, undefined]) {
  const model = fakeModel().respond(new AIMessage("end"));
  await createAgent({ model, tools: [], middleware: [contextual] }).invoke({ messages: "q" }, { context }).then((r) => console.log(r.messages[1].text), (e) => console.log(e.name, e.message));
}
await createAgent({ model: fakeModel(), tools: [], contextSchema: z.object({ tenant: z.string() }) }).invoke({ messages: "q" }, { context: {} }).catch((e) => console.log(e.name, e.message));

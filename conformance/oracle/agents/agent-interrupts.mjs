// Pins: tools of createAgent that ask: one, two at once answered by id, in both versions; headless tools; answers and errors behind them
import { AIMessage, HumanMessage, createAgent, fakeModel, tool } from "langchain";
import { Command, MemorySaver, interrupt } from "@langchain/langgraph";
import * as z from "zod";

const ask = tool(async ({ q }) => { const a = interrupt({ q }); console.log("answered", q, a); if (a === "fail") throw new Error("failed"); return `${q}=${a}`; }, { name: "ask", description: "a", schema: z.object({ q: z.string() }) });
const quick = tool(async () => { console.log("quick runs"); return "quick"; }, { name: "quick", description: "q", schema: z.object({}) });
const where = tool({ name: "where", description: "w", schema: z.object({ exact: z.boolean() }) });
const make = (calls, version) => {
  const model = fakeModel().respondWithTools(calls.map(([name, args], i) => ({ name, args: args ?? {}, id: `c${i}` }))).respond(new AIMessage("end"));
  return createAgent({ model, tools: [ask, quick, where], version, checkpointer: new MemorySaver() });
};
const config = { configurable: { thread_id: "1" } };
const show = (r) => JSON.stringify(r.messages.slice(2).map((m) => [m.getType(), m.name, m.status, m.content]));
for (const version of ["v1", "v2"]) {
  const agent = make([["ask", { q: "one" }]], version);
  const first = await agent.invoke({ messages: [new HumanMessage("q")] }, config);
  console.log(version, first.__interrupt__.map((i) => i.value), (await agent.getState(config)).next, (await agent.getState(config)).tasks.map((t) => t.name));
  console.log(show(await agent.invoke(new Command({ resume: "1" }), config)));
}
const two = make([["ask", { q: "a" }], ["quick"], ["ask", { q: "b" }]], "v2");
const both = await two.invoke({ messages: [new HumanMessage("q")] }, config);
console.log(both.__interrupt__.map((i) => i.value));
const byId = Object.fromEntries(both.__interrupt__.map((i) => [i.id, `to ${i.value.q}`]));
console.log(show(await two.invoke(new Command({ resume: byId }), config)));
const one = make([["ask", { q: "a" }], ["ask", { q: "b" }]], "v2");
const asked = await one.invoke({ messages: [new HumanMessage("q")] }, config);
const left = await one.invoke(new Command({ resume: { [asked.__interrupt__[1].id]: "second" } }), config);
console.log(left.__interrupt__.map((i) => i.value));
console.log(show(await one.invoke(new Command({ resume: "first" }), config)));
const failing = make([["ask", { q: "a" }]], "v2");
await failing.invoke({ messages: [new HumanMessage("q")] }, config);
console.log(show(await failing.invoke(new Command({ resume: "fail" }), config)));
const headless = make([["where", { exact: true }]]);
console.log((await headless.invoke({ messages: [new HumanMessage("q")] }, config)).__interrupt__[0].value, where.metadata);
console.log(show(await headless.invoke(new Command({ resume: { lat: 1 } }), config)));
const without = createAgent({ model: fakeModel().respondWithTools([{ name: "ask", args: { q: "x" }, id: "c" }]), tools: [ask] });
await without.invoke({ messages: [new HumanMessage("q")] }).then((r) => console.log(show(r)), (e) => console.log(e.name, e.message.split("\n")[0]));

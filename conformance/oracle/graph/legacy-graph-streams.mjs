// Pins: Graph, the predecessor of StateGraph: chunks, states and histories; a node that returns undefined ends the graph
import { Graph, END, START, MemorySaver } from "@langchain/langgraph";
const show = async (title, f) => { try { console.log(title, JSON.stringify(await f())); } catch (e) { console.log(title, "threw", e.name, e.message.split("\n")[0]); } };
const chunks = async (s) => { const out = []; for await (const c of await s) out.push(c); return out; };
for (const [name, value] of [["value", 3], ["undefined", undefined], ["null", null], ["object", { a: 1 }], ["false", false], ["string", "x"], ["array", [1]]]) {
  const make = (o) => new Graph().addNode("a", (v) => { console.log(" a", JSON.stringify(v)); return value; }).addNode("b", (v) => { console.log(" b", JSON.stringify(v)); return { got: v }; })
    .addEdge(START, "a").addEdge("a", "b").addEdge("b", END).compile(o);
  await show(name + " invoke", () => make().invoke("in"));
  for (const streamMode of ["updates", "values", "debug"]) await show(name + " " + streamMode, async () => (await chunks(make().stream("in", { streamMode }))).map((c) => streamMode === "debug" ? [c.type, c.step, c.payload.name ?? "", c.payload.result ?? c.payload.values ?? c.payload.input] : c));
  await show(name + " state", async () => { const g = make({ checkpointer: new MemorySaver() }); const c = { configurable: { thread_id: "1" } }; await g.invoke("in", c); const s = await g.getState(c); const h = await chunks(g.getStateHistory(c)); return [s.values, s.next, h.map((x) => [x.values, x.next, x.metadata])]; });
}

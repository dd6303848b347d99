// Pins: metadata, tags and configurable of runs in runs: what the call, withConfig and the outer run say
import { createAgent, fakeModel, tool } from "langchain";
import { AIMessage } from "@langchain/core/messages";
import { StateGraph, Annotation, START } from "@langchain/langgraph";
import { z } from "zod";
const call = (name, args, id) => ({ name, args, id, type: "tool_call" });
const calls = (...list) => new AIMessage({ content: "", tool_calls: list });
const S = Annotation.Root({ a: Annotation });
const strip = ({ langgraph_checkpoint_ns, checkpoint_ns, ...m }) => m;
const g0 = new StateGraph(S).addNode("n", (s, c) => { console.log("node", strip(c.metadata), c.tags, c.configurable.x, c.configurable.y); return { a: 1 } }).addEdge(START, "n").compile();
for (const [name, g] of [["plain", g0], ["with", g0.withConfig({ metadata: { w: 1 }, tags: ["wt"], configurable: { x: 1 } })]]) {
  for (const given of [undefined, { metadata: { g: 1 } }, { configurable: { y: 2 } }]) {
    const outer = new StateGraph(S).addNode("o", async () => { console.log(name, given); await g.invoke({ a: 0 }, given); return {} }).addEdge(START, "o").compile();
    await outer.invoke({ a: 1 }, { metadata: { outer: 1 }, tags: ["ot"], configurable: { y: 5 } });
    console.log(name, given, "lambda");
    await outer.withConfig({ metadata: { outer: 2 } }).invoke({ a: 1 });
  }
}
const nameless = createAgent({ model: fakeModel().respond(new AIMessage("n1")).respond(new AIMessage("n2")), tools: [] });
const t = tool(async (_, c) => { await nameless.invoke({ messages: "x" }); return "x"; }, { name: "t", description: "t", schema: z.object({}) });
const a = createAgent({ name: "boss", model: fakeModel().respond(calls(call("t", {}, "1"))).respond(new AIMessage("done")), tools: [t] });
const list = [];
for await (const [ns, mode, p] of await a.stream({ messages: "x" }, { streamMode: ["tasks"], subgraphs: true, metadata: { own: 1 } })) list.push([ns.length, p.name, p.metadata]);
console.log(list);

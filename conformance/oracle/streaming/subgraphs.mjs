// Pins: subgraphs: true puts the namespace in front, with one mode and with several
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const child = new StateGraph(State)
  .addNode("c1", (_, config) => {
    config.writer("from c1");
    return { log: ["c1"] };
  })
  .addNode("c2", () => ({ log: ["c2"] }))
  .addEdge(START, "c1")
  .addEdge("c1", "c2")
  .compile();
const graph = new StateGraph(State)
  .addNode("child", child)
  .addNode("call", async () => {
    const out = await child.invoke({ log: ["own"] });
    return { log: [out.log.length] };
  })
  .addEdge(START, "child")
  .addEdge("child", "call")
  .compile();
const name = (ns) => ns.map((p) => p.replace(/:[0-9a-f-]{36}$/, ":id"));
for await (const [ns, chunk] of await graph.stream({}, { subgraphs: true, streamMode: "updates" })) console.log(name(ns), chunk);
for await (const [ns, mode, chunk] of await graph.stream({}, { subgraphs: true, streamMode: ["values", "custom"] })) console.log(name(ns), mode, chunk);
for await (const chunk of await graph.stream({}, { streamMode: ["custom", "updates"] })) console.log(chunk);

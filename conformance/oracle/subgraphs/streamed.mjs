// Pins: updates and values of inner graphs in a stream: namespaces, questions, going on
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const deep = new StateGraph(State).addNode("d", () => ({ log: [`d ${interrupt("?")}`] })).addEdge(START, "d").compile();
const mid = new StateGraph(State).addNode("m", () => ({ log: ["m"] })).addNode("deep", deep).addEdge(START, "m").addEdge("m", "deep").compile();
const g = new StateGraph(State).addNode("mid", mid).addEdge(START, "mid").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" }, subgraphs: true };
for (const streamMode of ["updates", ["values", "updates"]]) for (const input of [{ log: [] }, new Command({ resume: "ok" })]) {
  for await (const chunk of await g.stream(input, { ...config, streamMode, configurable: { thread_id: String(streamMode) } })) {
    const [ns, ...rest] = chunk;
    console.log(ns.map((p) => p.split(":")[0]).join("|") || "-", JSON.stringify(rest, (k, v) => k === "id" ? undefined : v));
  }
}

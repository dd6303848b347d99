// Pins: in every mode of a stream, which chunks a reader has before the next superstep starts, with two nodes side by side
import { StateGraph, Annotation, START, END, MemorySaver } from "@langchain/langgraph";
const S = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const modes = ["updates", "values", "debug", ["updates", "values"], ["values", "updates"], ["debug", "updates"], ["debug", "values"], ["updates", "values", "debug"]];
for (const saver of [false, true]) for (const how of ["sync", "waits"]) for (const mode of modes) {
  const log = [];
  const a = () => { log.push("start a"); return { l: ["a"] }; };
  const slow = async () => { log.push("start a"); await sleep(5); log.push("end a"); return { l: ["a"] }; };
  const graph = new StateGraph(S)
    .addNode("a", how === "waits" ? slow : a)
    .addNode("b", () => { log.push("start b"); return { l: ["b"] }; })
    .addNode("c", () => { log.push("start c"); return { l: ["c"] }; })
    .addEdge(START, "a").addEdge(START, "b").addEdge("a", "c").addEdge("b", "c").addEdge("c", END).compile(saver ? { checkpointer: new MemorySaver() } : {});
  for await (const chunk of await graph.stream({ l: ["0"] }, { streamMode: mode, configurable: { thread_id: "1" } })) {
    const [kind, c] = Array.isArray(mode) ? chunk : [mode, chunk];
    log.push(`[${kind === "debug" ? `${c.type} ${c.payload.name ?? c.step}` : kind === "values" ? `values ${c.l.join("")}` : Object.keys(c)[0]}]`);
  }
  console.log(saver ? "saver" : "none", how, String(mode) + ":", log.join(" "));
}

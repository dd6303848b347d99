// Pins: chunks come in the order in which tasks end; values after all of them
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const slow = (name, ms) => async () => {
  await new Promise((r) => setTimeout(r, ms));
  return { log: [name] };
};
const graph = new StateGraph(State)
  .addNode("slow", slow("slow", 30))
  .addNode("middle", slow("middle", 15))
  .addNode("sync", () => ({ log: ["sync"] }))
  .addNode("micro", async () => ({ log: ["micro"] }))
  .addNode("join", (s) => ({ log: [s.log.join("+")] }))
  .addEdge(START, "slow")
  .addEdge(START, "middle")
  .addEdge(START, "sync")
  .addEdge(START, "micro")
  .addEdge(["slow", "middle", "sync", "micro"], "join")
  .compile();
for await (const chunk of await graph.stream({}, { streamMode: ["updates", "values"] })) console.log(JSON.stringify(chunk));

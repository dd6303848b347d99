// Pins: a deferred node waits for the tasks of Sends too
// Differs: a deferred node runs when all others are done, as documented; in the library it does not wait for tasks of Sends
import { Annotation, START, Send, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const graph = new StateGraph(State)
  .addNode("plan", () => ({ log: ["plan"] }))
  .addNode("work", ({ i }) => ({ log: [`work ${i}`] }))
  .addNode("last", ({ log }) => ({ log: [`last after ${log.length}`] }), { defer: true })
  .addEdge(START, "plan")
  .addConditionalEdges("plan", () => [new Send("work", { i: 1 }), new Send("work", { i: 2 }), "last"])
  .addEdge("work", "last")
  .compile();
for await (const chunk of await graph.stream({ n: 1 }, { streamMode: "updates" })) console.log(JSON.stringify(chunk));

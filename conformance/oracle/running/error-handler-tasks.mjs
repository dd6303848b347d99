// Pins: the tasks chunks of a node that failed and of its handler
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const build = (other) => new StateGraph(State)
  .addNode("a", async () => { throw new Error("a fails"); }, { errorHandler: async () => ({ log: ["handled"] }) })
  .addNode("b", other)
  .addNode("last", ({ log }) => ({ log: [`last saw ${log.length}`] }))
  .addEdge(START, "a")
  .addEdge(START, "b")
  .addEdge("b", "last")
  .compile();
const shown = (v) => JSON.stringify(v, (key, value) => (key === "metadata" ? undefined : value));
for await (const chunk of await build(() => ({ log: ["b"] })).stream({ n: 1 }, { streamMode: ["tasks", "updates"] })) console.log(shown(chunk));

// Pins: setNodeDefaults gives policies to nodes that have none of their own
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const tries = { a: 0, b: 0 };
const State = Annotation.Root({ log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const build = () =>
  new StateGraph(State)
    .setNodeDefaults({ retryPolicy: { maxAttempts: 3, initialInterval: 1, jitter: false } })
    .addNode("a", () => {
      if (++tries.a < 3) throw new Error("a " + tries.a);
      return { log: ["a"] };
    })
    .addNode("b", () => {
      if (++tries.b < 3) throw new Error("b " + tries.b);
      return { log: ["b"] };
    }, { retryPolicy: { maxAttempts: 2, initialInterval: 1, jitter: false } })
    .addEdge(START, "a")
    .addEdge("a", "b")
    .compile();
try {
  console.log(await build().invoke({}));
} catch (e) {
  console.log(e.message);
}
console.log(tries);
const g = new StateGraph(State);
console.log(g.setNodeDefaults({}) === g);

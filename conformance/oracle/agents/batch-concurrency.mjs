// Pins: a batch needs a concurrency of at least 1
import { RunnableLambda } from "@langchain/core/runnables";
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const show = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "threw", e.name, e.message);
  }
};
const State = Annotation.Root({ a: Annotation() });
const graph = new StateGraph(State).addNode("n", (s) => ({ a: s.a + 1 })).addEdge(START, "n").compile();
const plus = RunnableLambda.from((s) => ({ a: s.a + 1 }));
const inputs = [{ a: 1 }, { a: 2 }, { a: 3 }];
for (const [name, r] of [["graph", graph], ["lambda", plus], ["sequence", plus.pipe((x) => x)]]) {
  for (const maxConcurrency of [0, -1, NaN, 0.5, "2", null, undefined, 1, 2, 10]) {
    await show(`${name} ${JSON.stringify(maxConcurrency)}:`, () => r.batch(inputs, { maxConcurrency }));
    await show(`${name} batch option ${JSON.stringify(maxConcurrency)}:`, () => r.batch(inputs, {}, { maxConcurrency }));
  }
}

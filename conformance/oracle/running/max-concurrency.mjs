// Pins: maxConcurrency: how many nodes of a superstep run at once
// Differs: with a limit of 1 the library loses all but the first task
import { Annotation, START, Send, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
let running = 0;
let most = 0;
const graph = new StateGraph(State)
  .addNode("work", async ({ i }) => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 5));
    running--;
    return { log: [i] };
  })
  .addConditionalEdges(START, () => [0, 1, 2, 3, 4].map((i) => new Send("work", { i })))
  .compile();
for (const maxConcurrency of [undefined, 1, 2, 10]) {
  most = 0;
  console.log((await graph.invoke({ n: 1 }, { maxConcurrency })).log, most);
}
most = 0;
console.log((await graph.withConfig({ maxConcurrency: 3 }).invoke({ n: 1 })).log, most);

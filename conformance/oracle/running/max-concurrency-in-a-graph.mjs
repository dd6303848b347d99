// Pins: maxConcurrency limits the tasks of a superstep
// Differs: maxConcurrency: 1 runs the tasks one after another, as documented; the library stops before them
import { Annotation, Send, START, StateGraph } from "@langchain/langgraph";

let active = 0;
let most = 0;
const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("work", async ({ i }) => {
    active++;
    most = Math.max(most, active);
    await new Promise((r) => setTimeout(r, 2));
    active--;
    return { log: [i] };
  })
  .addConditionalEdges(START, () => Array.from({ length: 6 }, (_, i) => new Send("work", { i })), ["work"])
  .compile();
console.log(await graph.invoke({}), most);
for (const maxConcurrency of [1, 2, 4]) {
  most = 0;
  console.log((await graph.invoke({}, { maxConcurrency }))?.log.join(), most);
}

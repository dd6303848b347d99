// Pins: several nodes of a superstep fail, at once and one after the other
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const build = (times) => {
  let b = new StateGraph(State);
  for (const [i, ms] of times.entries()) b = b.addNode(`n${i}`, async () => { if (ms) await wait(ms); throw new Error(`n${i} failed`); }).addEdge(START, `n${i}`);
  return b.addNode("fine", () => ({ log: ["fine"] })).addEdge(START, "fine").compile();
};
for (const times of [[0, 0], [0, 10], [10, 0]]) {
  try {
    await build(times).invoke({ n: 1 });
  } catch (e) {
    console.log(e.name, e.message, e.errors?.map((x) => x.message));
  }
}

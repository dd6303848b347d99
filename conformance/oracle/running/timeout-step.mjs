// Pins: stepTimeout of a graph, and the timeout of invoke
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const build = () => new StateGraph(State)
  .addNode("a", async () => { await wait(40); return { log: ["a"] }; })
  .addNode("b", async () => { await wait(40); return { log: ["b"] }; })
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile();
const attempt = async (what, f) => {
  try {
    console.log(what, await f());
  } catch (e) {
    console.log(what, e.name, e.message, e.constructor.name);
  }
};
const step = (ms) => Object.assign(build(), { stepTimeout: ms });
await attempt("step long enough", () => step(900).invoke({ n: 1 }));
await attempt("step too short", () => step(15).invoke({ n: 1 }));
await attempt("timeout long enough", () => build().invoke({ n: 1 }, { timeout: 1000 }));
await attempt("timeout too short", () => build().invoke({ n: 1 }, { timeout: 15 }));
await attempt("timeout in the second step", () => build().invoke({ n: 1 }, { timeout: 60 }));

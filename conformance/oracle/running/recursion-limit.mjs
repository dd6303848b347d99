// Pins: the recursion limit: its error, the default, where it may be given, bad values
import { Annotation, GraphRecursionError, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
let runs = 0;
const graph = new StateGraph(State)
  .addNode("again", () => { runs++; return { n: runs }; }, { ends: ["again"] })
  .addEdge(START, "again")
  .addEdge("again", "again")
  .compile();
const attempt = async (f) => {
  runs = 0;
  try {
    await f();
  } catch (e) {
    console.log(e.name, e.lc_error_code, e instanceof GraphRecursionError, runs);
    console.log(e.message);
  }
};
await attempt(() => graph.invoke({ n: 0 }));
await attempt(() => graph.invoke({ n: 0 }, { recursionLimit: 3 }));
await attempt(() => graph.withConfig({ recursionLimit: 4 }).invoke({ n: 0 }));
await attempt(() => graph.withConfig({ recursionLimit: 4 }).invoke({ n: 0 }, { recursionLimit: 1 }));
await attempt(() => graph.invoke({ n: 0 }, { recursionLimit: 0 }));
await attempt(() => graph.invoke({ n: 0 }, { recursionLimit: -1 }));

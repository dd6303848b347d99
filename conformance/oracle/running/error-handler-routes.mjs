// Pins: a node's error handler: what it gets, its update, where it leads, after how many attempts
import { Annotation, Command, END, NodeError, START, StateGraph, isNodeError } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
let runs = 0;
const notes = [];
const fail = () => { runs++; throw new RangeError("broken"); };
const attempt = async (what, handler, options = {}) => {
  runs = 0;
  const graph = new StateGraph(State)
    .addNode("risky", fail, { errorHandler: handler, ...options })
    .addNode("behind", () => ({ log: ["behind"] }))
    .addNode("rescue", () => ({ log: ["rescue"] }))
    .addEdge(START, "risky")
    .addEdge("risky", "behind")
    .addEdge("rescue", END)
    .addConditionalEdges("behind", () => END, { end: END, rescue: "rescue" })
    .compile();
  console.log(what);
  try {
    for await (const chunk of await graph.stream({ n: 1 }, { streamMode: ["updates", "values"] })) console.log(JSON.stringify(chunk));
  } catch (e) {
    console.log(e.name, e.message);
  }
  console.log(runs);
};
await attempt("update", (state, error, config) => {
  notes.push(state, error.node, error.error.name, error.error.message, error instanceof NodeError, isNodeError(error), config.metadata.langgraph_node, config.metadata.langgraph_path, config.metadata.langgraph_triggers);
  return { log: ["handled"] };
});
await attempt("goto", () => new Command({ update: { log: ["routed"] }, goto: "rescue" }));
await attempt("nothing", () => undefined);
await attempt("throws", (_, { error }) => { throw new Error(`handler of ${error.message}`); });
await attempt("after retries", async (_, e) => ({ log: [e.error.message] }), { retryPolicy: { maxAttempts: 3, initialInterval: 1, jitter: false, logWarning: false } });
console.log(notes);
console.log(isNodeError(new Error("x")), isNodeError(null), isNodeError(new NodeError("a", new Error("b"))));

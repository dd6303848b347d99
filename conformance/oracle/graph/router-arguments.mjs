// Pins: a router gets the state with the writes of its node, and the config; it cannot write
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("a", () => ({ n: 1, log: ["a"] }))
  .addNode("beside", () => ({ log: ["beside"] }))
  .addNode("b", (s) => ({ log: ["b saw " + s.n] }))
  .addEdge(START, "a")
  .addEdge(START, "beside")
  .addConditionalEdges("a", (state, config) => {
    console.log(state, config.configurable.flavour, config.metadata.langgraph_node, config.tags);
    state.n = 99;
    return ["b"];
  })
  .compile();
console.log(await graph.invoke({ log: ["in"] }, { configurable: { flavour: "mint" }, tags: ["t"] }));

// Pins: tags, metadata, configurable and context of a run and of a node, as the node finds them
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const seen = [];
const look = (_, config) => {
  const { langgraph_checkpoint_ns, checkpoint_ns, ...metadata } = config.metadata;
  seen.push({ tags: config.tags, metadata, user: config.configurable.user, context: config.context, limit: config.recursionLimit });
  return {};
};
const graph = new StateGraph(State)
  .addNode("a", look, { metadata: { team: "x", langgraph_node: "mine" } })
  .addNode("b", look)
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile();
await graph.invoke({ n: 1 }, { tags: ["t1", "t2"], metadata: { run: 1 }, configurable: { user: "ann" }, context: { c: 1 }, recursionLimit: 9 });
await graph.withConfig({ tags: ["w"], metadata: { w: 1 } }).invoke({ n: 1 }, { tags: ["t"], metadata: { run: 2 } });
console.dir(seen, { depth: 5 });

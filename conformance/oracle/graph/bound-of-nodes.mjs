// Pins: what a node of a compiled graph is made of, and invoke() of that alone
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ a: Annotation() }))
  .addNode("x", async function named(s) { return { a: s.a + 1 }; })
  .addNode("y", { invoke: async (s) => ({ a: s.a * 2 }), lc_runnable: true, getName: () => "own" })
  .addEdge(START, "x").addEdge("x", "y").compile();
const { bound } = graph.nodes.x;
console.log(bound.constructor.name, bound.name, bound.getName(), bound.trace, bound.recurse, typeof bound.func, bound.lc_namespace);
console.log(await bound.invoke({ a: 5 }), await graph.nodes.y.bound.invoke({ a: 5 }), graph.nodes.y.bound.getName());
console.log(await graph.invoke({ a: 1 }));

// Pins: nodes of a compiled graph by name: invoke() of one, the policies that count for it, and "this" in a node that is a function
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation(), list: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("one", (s, c) => ({ a: JSON.stringify(s), list: [typeof c] }), { retryPolicy: { maxAttempts: 3 }, metadata: { x: 1 }, errorHandler: () => ({ a: 3 }) })
  .addNode("two", async () => new Command({ goto: "three", update: { a: 2 } }), { ends: ["three"], timeout: 500, cachePolicy: { ttl: 4 } })
  .addNode("three", function () { return { list: [this.name, this.constructor.name, this.lc_namespace] }; }, { cachePolicy: false })
  .setNodeDefaults({ retryPolicy: { maxAttempts: 2 }, timeout: 99, cachePolicy: true, errorHandler: () => ({ a: 4 }) })
  .addEdge(START, "one").addEdge("one", "two").compile();
console.log(await graph.nodes.one.invoke({ a: 1, list: [] }));
const { update, goto } = await graph.nodes.two.invoke({ a: 1, list: [] });
console.log(update, goto, await graph.nodes.__start__.invoke({ a: 1 }));
for (const [name, n] of Object.entries(graph.nodes)) {
  console.log(name, n.retryPolicy, n.cachePolicy && JSON.stringify(n.cachePolicy), n.timeout, n.errorHandlerNode, n.isErrorHandler, n.triggers, n.channels, n.ends, n.metadata);
}
console.log(await graph.invoke({ a: 0 }));

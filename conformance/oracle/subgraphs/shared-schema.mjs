// Pins: a graph as a node: shared keys go in and out, reducers of both graphs, own input and output schemas
import { Annotation, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (a, b) => a.concat(b), default: () => [] });
const Inner = Annotation.Root({ log: list(), secret: Annotation() });
const inner = new StateGraph({ stateSchema: Inner, input: Annotation.Root({ log: Inner.spec.log }), output: Annotation.Root({ log: Inner.spec.log }) })
  .addNode("x", ({ log }) => ({ log: [`x saw ${log.length}`], secret: 1 })).addNode("y", ({ secret }) => ({ log: [`y ${secret}`] }))
  .addEdge(START, "x").addEdge("x", "y").compile({ name: "inner" });
const g = new StateGraph(Annotation.Root({ log: list(), other: Annotation() }))
  .addNode("a", () => ({ log: ["a"], other: "o" })).addNode("sub", inner).addNode("b", ({ log }) => ({ log: [`b ${log.length}`] }))
  .addEdge(START, "a").addEdge("a", "sub").addEdge("sub", "b").compile();
console.log(await g.invoke({ log: ["in"] }));
console.log(await inner.invoke({ log: ["alone"], secret: 9 }));
for await (const c of await g.stream({ log: [] }, { streamMode: "updates" })) console.log(JSON.stringify(c));

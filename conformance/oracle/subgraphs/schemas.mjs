// Pins: shared keys, different schemas with a wrapper, an input that the parent has not
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const Child = Annotation.Root({ shared: Annotation(), own: Annotation() });
const child = new StateGraph(Child)
  .addNode("c1", (s) => ({ own: "own of " + s.shared }))
  .addNode("c2", (s) => ({ shared: s.shared + "+" + s.own }))
  .addEdge(START, "c1")
  .addEdge("c1", "c2")
  .compile();
const parent = new StateGraph(Annotation.Root({ shared: Annotation(), other: Annotation() }))
  .addNode("p1", () => ({ shared: "p1" }))
  .addNode("child", child)
  .addNode("p2", (s) => ({ other: Object.keys(s).join() }))
  .addEdge(START, "p1")
  .addEdge("p1", "child")
  .addEdge("child", "p2")
  .compile();
console.log(await parent.invoke({}));
for await (const chunk of await parent.stream({}, { streamMode: "updates" })) console.log(chunk);
for await (const chunk of await parent.stream({}, { streamMode: "updates", subgraphs: true })) console.log(chunk[0].length, chunk[1]);
const disjoint = new StateGraph(Annotation.Root({ x: Annotation() })).addNode("child", child).addEdge(START, "child").compile();
console.log(await disjoint.invoke({ x: 1 }).catch((e) => [e.name, e.message]));

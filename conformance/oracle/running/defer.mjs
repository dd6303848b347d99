// Pins: a deferred node runs when nothing else is left, once, however long the branches are
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const says = (name) => () => ({ log: [name] });
const build = (defer) => new StateGraph(State)
  .addNode("a", says("a"))
  .addNode("b", says("b"))
  .addNode("b2", says("b2"))
  .addNode("c", says("c"))
  .addNode("d", says("d"), { defer })
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addEdge("a", "c")
  .addEdge("b", "b2")
  .addEdge("b2", "d")
  .addEdge("c", "d")
  .compile();
for (const defer of [true]) {
  for await (const chunk of await build(defer).stream({ n: 1 }, { streamMode: ["updates", "values"] })) console.log(JSON.stringify(chunk));
}
const joined = new StateGraph(State)
  .addNode("a", says("a"))
  .addNode("b", says("b"))
  .addNode("c", says("c"))
  .addNode("d", says("d"), { defer: true })
  .addEdge(START, "a")
  .addEdge(START, "b")
  .addEdge("b", "c")
  .addEdge(["a", "b"], "d")
  .compile();
console.log((await joined.invoke({ n: 1 })).log);
const two = new StateGraph(State)
  .addNode("a", says("a"))
  .addNode("d1", says("d1"), { defer: true })
  .addNode("d2", says("d2"), { defer: true })
  .addNode("e", says("e"))
  .addEdge(START, "a")
  .addEdge("a", "d1")
  .addEdge("a", "d2")
  .addEdge("d1", "e")
  .compile();
console.log((await two.invoke({ n: 1 })).log);

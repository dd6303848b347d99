// Pins: xray of subgraphs, nested ones and by depth, and what a subgraph without one entry or exit does.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ x: Annotation() });
const n = () => ({});
const deep = new StateGraph(State).addNode("d1", n).addNode("d2", n).addEdge(START, "d1").addEdge("d1", "d2").addEdge("d2", END).compile({ interruptBefore: ["d2"] });
const mid = new StateGraph(State).addNode("m1", n).addNode("deep", deep).addNode("m2", n).addEdge(START, "m1").addEdge("m1", "deep").addConditionalEdges("deep", () => "m2", { more: "m2", done: END }).addEdge("m2", END).compile();
const top = new StateGraph(State).addNode("first", n).addNode("mid", mid).addNode("last", n).addEdge(START, "first").addEdge("first", "mid").addEdge("mid", "last").addEdge("last", END).compile();
for (const xray of [undefined, false, true, 0, 1, 2, 3]) console.log(`xray ${xray}\n${top.getGraph({ xray }).drawMermaid()}`);
console.log((await top.getGraphAsync({ xray: true })).drawMermaid() === top.getGraph({ xray: true }).drawMermaid());
console.log(JSON.stringify(top.getGraph({ xray: 1 }).toJSON().edges));
const single = new StateGraph(State).addNode("only", n).addEdge(START, "only").compile();
const looping = new StateGraph(State).addNode("w", n).addEdge(START, "w").addConditionalEdges("w", () => "w", ["w", END]).compile();
const fork = new StateGraph(State).addNode("l", n).addNode("r", n).addEdge(START, "l").addEdge(START, "r").compile();
const build = (name, g, after = END) => new StateGraph(State).addNode(name, g).addEdge(START, name).addEdge(name, after).compile();
for (const [name, g] of Object.entries({ single, looping, fork, mid })) {
  try {
    console.log(`== ${name}\n${build(name, g).getGraph({ xray: true }).drawMermaid()}`);
  } catch (e) {
    console.log(`== ${name}`, e.name, e.message);
  }
}
const called = new StateGraph(State).addNode("calls", async (s) => deep.invoke(s), { subgraphs: [deep] }).addEdge(START, "calls").compile();
console.log(called.getGraph({ xray: true }).drawMermaid());
const twice = new StateGraph(State).addNode("one", deep).addNode("two", deep).addEdge(START, "one").addEdge("one", "two").compile();
console.log(twice.getGraph({ xray: true }).drawMermaid());
const odd = new StateGraph(State).addNode("subgraph", deep).addNode("my graph", deep).addEdge(START, "subgraph").addEdge("subgraph", "my graph").compile();
try {
  console.log(odd.getGraph({ xray: true }).drawMermaid());
} catch (e) {
  console.log(e.name, e.message);
}

// Pins: a reader that leaves early
import { Annotation, START, StateGraph } from "@langchain/langgraph";
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
let ran = [];
const g = new StateGraph(List).addNode("a", () => {
  ran.push("a");
  return { l: ["a"] };
}).addNode("b", async () => {
  await new Promise((r) => setTimeout(r, 5));
  ran.push("b");
  return { l: ["b"] };
}).addNode("c", () => {
  ran.push("c");
  return {};
}).addEdge(START, "a").addEdge("a", "b").addEdge("b", "c").compile();
for await (const c of await g.stream({}, { streamMode: "updates" })) {
  console.log(c);
  break;
}
await new Promise((r) => setTimeout(r, 60));
console.log(ran.includes("a"));

// Pins: routers: lists, Sends, promises, path maps, undefined, objects as options
import { Annotation, END, Send, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const run = async (name, add) => {
  const step = (n) => (s) => ({ log: [n + (s.log ? s.log.length : "?" + JSON.stringify(s))] });
  const g = new StateGraph(State).addNode("a", step("a")).addNode("b", step("b")).addNode("c", step("c")).addEdge(START, "a");
  try {
    console.log(name, (await add(g).compile().invoke({})).log);
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message);
  }
};
await run("name", (g) => g.addConditionalEdges("a", () => "b"));
await run("list", (g) => g.addConditionalEdges("a", () => ["c", "b"]));
await run("same twice", (g) => g.addConditionalEdges("a", () => ["b", "b"]));
await run("promise", (g) => g.addConditionalEdges("a", async () => "c"));
await run("end", (g) => g.addConditionalEdges("a", () => END));
await run("end in a list", (g) => g.addConditionalEdges("a", () => [END, "b"]));
await run("empty list", (g) => g.addConditionalEdges("a", () => []));
await run("send", (g) => g.addConditionalEdges("a", () => [new Send("b", { x: 1 }), "c", new Send("b", { log: [1, 2] })]));
await run("map", (g) => g.addConditionalEdges("a", () => "yes", { yes: "b", no: "c" }));
await run("map to the end", (g) => g.addConditionalEdges("a", () => "no", { yes: "b", no: END }));
await run("map with a missing key", (g) => g.addConditionalEdges("a", () => "maybe", { yes: "b", no: "c" }));
await run("map of booleans", (g) => g.addConditionalEdges("a", () => false, { true: "b", false: "c" }));
await run("map of numbers", (g) => g.addConditionalEdges("a", () => 2, { 1: "b", 2: "c" }));
await run("map with a list of keys", (g) => g.addConditionalEdges("a", () => ["no", "yes"], { yes: "b", no: "c" }));
await run("list as a map", (g) => g.addConditionalEdges("a", () => "c", ["b", "c"]));
await run("name not in the list", (g) => g.addConditionalEdges("a", () => "c", ["b", END]));
await run("undefined", (g) => g.addConditionalEdges("a", () => undefined));
await run("null", (g) => g.addConditionalEdges("a", () => null));
await run("unknown node", (g) => g.addConditionalEdges("a", () => "x"));
await run("start", (g) => g.addConditionalEdges("a", () => START));
await run("send to the end", (g) => g.addConditionalEdges("a", () => new Send(END, {})));
await run("throws", (g) => g.addConditionalEdges("a", () => { throw new TypeError("no way"); }));
await run("object", (g) => g.addConditionalEdges({ source: "a", path: (s) => (s.log.length === 1 ? "c" : "b"), pathMap: ["b", "c"] }));
await run("two routers", (g) => g.addConditionalEdges("a", function one() { return "b"; }).addConditionalEdges("a", function two() { return "c"; }));
await run("router and edge", (g) => g.addEdge("a", "c").addConditionalEdges("a", () => "b"));
await run("router and edge to one", (g) => g.addEdge("a", "b").addConditionalEdges("a", () => "b"));

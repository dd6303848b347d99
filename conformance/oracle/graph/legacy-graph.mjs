// Pins: Graph, what there was before StateGraph: each node gets what the one before returned, and one edge leads on
import { Graph, START, END } from "@langchain/langgraph";
const attempt = async (label, f) => { try { console.log(label, await f()); } catch (e) { console.log(label, e.name, e.message); } };
const base = () => new Graph().addNode("a", (x) => x + "a").addNode("b", (x) => x + "b").addNode("c", (x) => x + "c");
await attempt("line", () => base().addEdge(START, "a").addEdge("a", "b").addEdge("b","c").addEdge("c", END).compile().invoke("x"));
await attempt("two", () => base().addEdge(START, "a").addEdge("a", "b").addEdge("a", "c").compile().invoke("x"));
await attempt("objects", () => new Graph().addNode("a", (x) => ({...x, a: 1})).addNode("b", (x) => ({...x, b: 2})).addEdge(START, "a").addEdge("a", "b").addEdge("b", END).compile().invoke({x: 1}));

// Pins: the interleaving of a reader, nodes and what they await
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ x: Annotation() });
const node = (name) => async (s, c) => { console.log("start", name); c.writer(name + " 1"); await null; await null; c.writer(name + " 2"); console.log("end", name); return { x: name }; };
const graph = new StateGraph(State).addNode("one", node("one")).addNode("two", node("two")).addNode("three", node("three")).addEdge(START, "one").addEdge("one", "two").addEdge("two", "three").compile();
for await (const [mode, c] of await graph.stream({ x: 0 }, { streamMode: ["updates", "custom", "values"] })) console.log("read", mode, JSON.stringify(c));

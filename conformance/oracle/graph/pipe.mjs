// Pins: pipe of a compiled graph: with another graph, with a function, streamed
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ v: Annotation() })).addNode("n", ({ v }) => ({ v: v * 2 })).addEdge(START, "n").compile();
console.log(await graph.pipe(graph).invoke({ v: 1 }));
console.log(await graph.pipe((s) => s.v + 1).invoke({ v: 5 }));
console.log(await graph.pipe(graph).pipe({ out: (s) => s.v }).batch([{ v: 1 }, { v: 2 }]));

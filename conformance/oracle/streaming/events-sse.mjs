// Pins: streamEvents with encoding text/event-stream
// Differs: the documentation says that the events come as server-sent events; the library also encodes the chunks inside of them, and their bytes are printed one by one
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ x: Annotation() });
const graph = new StateGraph(State).addNode("a", () => ({ x: 1 })).addEdge(START, "a").compile();
const d = new TextDecoder();
for await (const c of graph.streamEvents({ x: 0 }, { version: "v2", encoding: "text/event-stream" })) console.log(d.decode(c));

// Pins: encoding: "text/event-stream" gives bytes of server-sent events
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ a: Annotation() })).addNode("n", () => ({ a: "ü" })).addEdge(START, "n").compile();
const decoder = new TextDecoder();
for (const streamMode of ["updates", ["updates", "values"]]) {
  for await (const bytes of await graph.stream({ a: 0 }, { streamMode, encoding: "text/event-stream" })) console.log(bytes instanceof Uint8Array, JSON.stringify(decoder.decode(bytes)));
}

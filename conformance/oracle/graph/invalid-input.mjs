// Pins: inputs that start nothing, unknown keys, wrong types
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ a: Annotation() })).addNode("n", (s) => ({ a: (s.a ?? 0) + 1 })).addEdge(START, "n").compile();
for (const input of [{}, { a: 1 }, { a: 1, b: 2 }, { b: 2 }, null, undefined, "text", 7, [], [["a", 4]], new Command({ update: { a: 3 } }), new Command({ goto: "n" }), new Map([["a", 1]])]) {
  try {
    console.log(input, "=>", await graph.invoke(input));
  } catch (e) {
    console.log(input, "=>", e.name, "|", e.message);
  }
}

// Pins: nodes that throw what is no Error
// Differs: what a node throws comes out as it is; the library fails to mark what takes no property and throws that TypeError
import { Annotation, START, StateGraph } from "@langchain/langgraph";

for (const thrown of ["text", 42, null, undefined, { message: "like an error", name: "Like" }, [1], Symbol("s"), Object.freeze(new Error("frozen"))]) {
  const graph = new StateGraph(Annotation.Root({ a: Annotation() })).addNode("n", async () => { throw thrown; }).addEdge(START, "n").compile();
  try {
    console.log("returned", await graph.invoke({}));
  } catch (e) {
    console.log(e === thrown, typeof e, e?.name, e?.message);
  }
}

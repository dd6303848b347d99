// Pins: two writes to a channel without a reducer are an error with its code and url; with one they are merged in the order of the nodes
import { Annotation, InvalidUpdateError, START, StateGraph } from "@langchain/langgraph";

const build = (annotation) =>
  new StateGraph(Annotation.Root({ v: annotation }))
    .addNode("slow", async () => {
      await new Promise((r) => setTimeout(r, 5));
      return { v: ["slow"] };
    })
    .addNode("fast", () => ({ v: ["fast"] }))
    .addEdge(START, "slow")
    .addEdge(START, "fast")
    .compile();
console.log(await build(Annotation({ reducer: (a, b) => [...a, ...b], default: () => [] })).invoke({}));
try {
  await build(Annotation()).invoke({});
} catch (e) {
  console.log(e instanceof InvalidUpdateError, e.name, e.lc_error_code);
  console.log(e.message);
}

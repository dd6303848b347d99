// Pins: a node that fails beside one that ends, and continues later without running the other again
// Stored: what ended beside a node that waits or failed is shown when the superstep is committed, because no script is needed to show a thread
import { Annotation, START, StateGraph } from "@langchain/langgraph";

let runs = 0;
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => [...a, ...b].sort(), default: () => [] }), fixed: Annotation() });
export const make = (options) =>
  new StateGraph(State)
    .addNode("good", () => ({ log: [`good ${++runs}`] }))
    .addNode("bad", ({ fixed }) => {
      if (!fixed) throw new RangeError("not fixed yet");
      return { log: ["bad is good"] };
    })
    .addNode("end", ({ log }) => ({ log: [`z${log.length}`] }))
    .addEdge(START, "good")
    .addEdge(START, "bad")
    .addEdge(["good", "bad"], "end")
    .compile(options);
export const graph = make();
export const steps = [{ start: {} }, { proceed: true }, { update: { fixed: true }, as: "good" }];

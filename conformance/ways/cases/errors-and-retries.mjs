// Pins: a node that is tried again, and a wrong answer for which a node throws
// Stored: a question whose answer made a node fail does not wait, and can be answered anew
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

let tries = 0;
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const flaky = () => {
  if (++tries < 3) throw new Error("try again");
  return { log: ["third time"] };
};
const ask = () => {
  const n = interrupt("a number?");
  if (typeof n !== "number") throw new TypeError(`${JSON.stringify(n)} is not a number`);
  return { log: [n + 1] };
};
export const make = (options) =>
  new StateGraph(State)
    .addNode("flaky", flaky, { retryPolicy: { maxAttempts: 3, initialInterval: 1, jitter: false, logWarning: false } })
    .addNode("ask", ask)
    .addEdge(START, "flaky")
    .addEdge("flaky", "ask")
    .compile(options);
export const graph = make();
export const steps = [{ start: {} }, { resume: "four" }];

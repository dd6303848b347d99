// Pins: the chunks of a run in every mode, before and after a question
// Stored: what ended beside a node that waits or failed is shown when the superstep is committed, because no script is needed to show a thread
// Stored in 0.2: what ended beside a node that waits or failed is shown when the superstep is committed, because no script is needed to show a thread
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ topic: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const note = ({ topic }, config) => {
  config.writer?.({ about: topic });
  return { log: [`note ${topic}`] };
};
export const make = (options) =>
  new StateGraph(State)
    .addNode("note", note)
    .addNode("ask", ({ log }) => ({ log: [interrupt({ after: log.length })] }))
    .addNode("beside", () => ({ log: ["beside"] }))
    .addEdge(START, "note")
    .addEdge("note", "ask")
    .addEdge("note", "beside")
    .compile(options);
export const graph = make();
export const modes = ["values", "updates", "custom"];
export const steps = [{ start: { topic: "tea" } }, { resume: "yes" }, { start: { topic: "milk" } }];

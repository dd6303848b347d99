// Pins: Sends to nodes that ask, each with its own argument
// Differs: a question that is answered is not shown any more, while others wait
// Stored: what ended beside a node that waits or failed is shown when the superstep is committed, because no script is needed to show a thread
import { Annotation, Send, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ items: Annotation(), done: Annotation({ reducer: (a, b) => [...a, ...b].sort(), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("split", () => ({}))
    .addNode("check", ({ item }) => ({ done: [`${item} ${item === "plain" ? "passed" : interrupt(`${item}?`)}`] }))
    .addNode("sum", ({ done }) => ({ done: [`sum ${done.length}`] }))
    .addEdge(START, "split")
    .addConditionalEdges("split", ({ items }) => items.map((item) => new Send("check", { item })), ["check"])
    .addEdge("check", "sum")
    .compile(options);
export const graph = make();
export const steps = [{ start: { items: ["one", "plain", "two"] } }, { answers: [["two?", "ok"]] }, { answers: [["one?", "no"]] }];

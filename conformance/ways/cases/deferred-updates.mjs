// Pins: a deferred node that comes next still does after changes of the state, and comes next after one for the last node before it
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ note: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("draft", () => ({ log: ["draft"] }))
    .addNode("look", () => ({ log: [`look ${interrupt("look?")}`] }))
    .addNode("send", ({ note }) => ({ log: [`${note} ${interrupt("send?")}`] }), { defer: true })
    .addNode("end", () => ({ log: ["end"] }))
    .addEdge(START, "draft")
    .addEdge("draft", "send")
    .addEdge("draft", "look")
    .addEdge("send", "end")
    .compile(options);
export const graph = make();
export const steps = [
  { start: { note: "one" } },
  { update: { note: "two" }, as: "look" },
  { update: { note: "three" }, as: "draft" },
  { proceed: true },
  { resume: "looked" },
  { update: { note: "four" }, as: "look" },
  { update: { note: "five" }, as: "end" },
  { proceed: true },
  { copy: true, at: 6 },
  { proceed: true },
  { resume: "sent" },
  { update: { note: "six" }, as: "look" },
  { update: null, as: "__end__", at: 4 },
];

// Pins: a Command from outside: to a node, to several, with Sends in a node, beside an answer
// Differs: the nodes that a Command from outside leads to come next after the checkpoint that it changes
// Stored: what ended beside a node that waits is shown when the superstep is committed, and an update with a goto with the checkpoint that it makes
import { Annotation, Command, END, Send, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => [...a, ...b].sort(), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("a", ({ n }) => new Command({ goto: [new Send("b", { n }), new Send("b", { n: n + 1 })], update: { log: ["a"] } }), { ends: ["b"] })
    .addNode("b", ({ n }) => ({ log: [`b ${n}`] }))
    .addNode("c", ({ n }) => new Command({ goto: interrupt(`c ${n}?`) === "end" ? END : "b" }), { ends: ["a", "b", END] })
    .addEdge(START, "c")
    .compile(options);
export const graph = make();
export const steps = [
  { start: { n: 1 } },
  { resume: "end" },
  { goto: "a", update: { n: 5 } },
  { goto: ["b", "c"] },
  { resume: "end", update: { n: 7 } },
  { goto: "c" },
  { resume: "b", goto: "a" },
];

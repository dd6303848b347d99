// Pins: conditional edges by an answer, and a state without a key that was never written
import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ ok: Annotation(), never: Annotation(), list: Annotation({ reducer: (a, b) => (b === null ? [] : a.concat(b)), default: () => ["d"] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("ask", () => ({ ok: interrupt("ok?").ok }))
    .addNode("yes", () => ({ list: ["yes"] }))
    .addNode("no", () => ({ list: null }))
    .addEdge(START, "ask")
    .addConditionalEdges("ask", ({ ok }) => (ok === null ? END : ok ? "yes" : "no"), ["yes", "no", END])
    .compile(options);
export const graph = make();
export const steps = [{ start: { list: [1] } }, { resume: { ok: true } }, { start: {} }, { resume: { ok: false } }, { start: { list: [[2]] } }, { resume: { ok: null } }];

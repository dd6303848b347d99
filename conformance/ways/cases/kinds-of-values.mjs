// Pins: values that JSON lacks, in states and questions
// Differs: a Date is a Date after a question, too; the library makes a text of it
// Stored: Maps, Sets and errors are shown with what is in them
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ kinds: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("make", () => ({ kinds: { date: new Date(0), nothing: undefined, none: null, nan: NaN, map: new Map([["a", 1]]), set: new Set([1, 2]), text: "\u2028\ud83d\ude00", deep: [undefined, [null]], error: new Error("e") } }))
    .addNode("ask", ({ kinds }) => ({ log: [interrupt({ date: kinds.date, nothing: undefined, list: [undefined, 1] }), kinds.date instanceof Date, kinds.map instanceof Map, kinds.set instanceof Set] }))
    .addEdge(START, "make")
    .addEdge("make", "ask")
    .compile(options);
export const graph = make();
export const modes = ["updates"];
export const steps = [{ start: { kinds: { a: null } } }, { resume: { none: null, list: [[]], text: "ü\"\\\n" } }];

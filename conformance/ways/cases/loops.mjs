// Pins: a loop of questions, each with a Send, until an answer ends it; a list that is emptied
// Stored: a node that asks its second question comes next
import { Annotation, Command, END, Send, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ todo: Annotation(), done: Annotation({ reducer: (a, b) => (b === null ? [] : a.concat(b)), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("next", ({ todo, done }) => (todo.length > done.length ? new Command({ goto: new Send("ask", { item: todo[done.length] }) }) : new Command({ goto: END, update: { done: null } })), { ends: ["ask", END] })
    .addNode("ask", ({ item }) => ({ done: { item, answer: interrupt({ item }), sure: interrupt("sure?") } }))
    .addEdge(START, "next")
    .addEdge("ask", "next")
    .compile(options);
export const graph = make();
export const modes = ["updates"];
export const steps = [{ start: { todo: ["x", "y"] } }, { resume: 1 }, { resume: "s" }, { resume: [null] }, { resume: {} }];

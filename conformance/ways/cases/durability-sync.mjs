// Pins: a graph with the durability "sync": what is stored of its supersteps, with a question and an error between them
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("first", () => ({ log: ["first"] }))
    .addNode("second", ({ n }) => {
      if (n === 2) throw new Error("two");
      return { log: ["second"] };
    })
    .addNode("ask", () => ({ log: [interrupt("go on?")] }))
    .addNode("last", () => ({ log: ["last"] }))
    .addEdge(START, "first")
    .addEdge("first", "second")
    .addEdge("second", "ask")
    .addEdge("ask", "last")
    .compile(options)
    .withConfig({ durability: "sync" });
export const graph = make();
export const steps = [{ start: { n: 1 } }, { resume: "yes" }, { start: { n: 2 } }, { start: { n: 3 } }, { resume: "well" }];

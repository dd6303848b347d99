// Pins: nodes with a time limit, with a handler of their errors, and with a cache
import { Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

const State = Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("slow", ({ n }) => (n > 1 ? new Promise(() => {}) : { log: ["fast"] }), { timeout: 30, errorHandler: (_, { node, error }) => new Command({ update: { log: [`${node}: ${error.name}`] }, goto: "fail" }), ends: ["fail"] })
    .addNode("fail", ({ n }) => {
      if (n === 3) throw new TypeError("three");
      return { log: [interrupt("go on?")] };
    }, { errorHandler: (state, { error }) => ({ log: [`handled ${error.message} of ${state.n}`] }) })
    .addNode("end", ({ log }) => ({ log: [`end ${log.length}`] }))
    .addEdge(START, "slow")
    .addEdge("slow", "fail")
    .addEdge("fail", "end")
    .compile({ ...options, cache: new InMemoryCache() });
export const graph = make();
export const modes = ["updates"];
export const steps = [{ start: { n: 1 } }, { resume: "yes" }, { start: { n: 2 } }, { resume: "well" }, { start: { n: 3 } }];

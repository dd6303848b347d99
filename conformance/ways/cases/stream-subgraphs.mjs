// Pins: the chunks of graphs in graphs, which ask at the same time
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => [...a, ...b].sort(), default: () => [] }) });
const inner = (name) =>
  new StateGraph(State)
    .addNode("before", (_, config) => {
      config.writer?.(`${name} writes`);
      return { log: [`${name} before`] };
    })
    .addNode("ask", () => ({ log: [`${name} ${interrupt(`${name}?`)}`] }))
    .addEdge(START, "before")
    .addEdge("before", "ask")
    .compile();
export const make = (options) =>
  new StateGraph(State)
    .addNode("left", async () => ({ log: (await inner("left").invoke({ log: [] })).log }))
    .addNode("right", inner("right"))
    .addNode("end", ({ log }) => ({ log: [`z ${log.length}`] }))
    .addEdge(START, "right")
    .addEdge("right", "left")
    .addEdge("left", "end")
    .compile(options);
export const graph = make();
export const modes = ["updates", "custom", "values"];
export const subgraphs = true;
export const steps = [{ start: {} }, { resume: 1 }, { resume: 2 }];

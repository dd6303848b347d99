// Pins: a question two graphs deep, between nodes that ran before and run after it
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ path: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), answer: Annotation() });
const graphOf = (inner, name) =>
  new StateGraph(State)
    .addNode(`${name}_first`, () => ({ path: [`${name} first`] }))
    .addNode(name, inner)
    .addEdge(START, `${name}_first`)
    .addEdge(`${name}_first`, name);
const asking = graphOf(({ path }) => ({ answer: interrupt({ depth: path.length }) }), "ask").compile();
const middle = graphOf(asking, "middle").compile();
const call = async ({ path }) => {
  const { answer, path: inner } = await middle.invoke({ path });
  return { answer, path: inner.slice(path.length) };
};
export const make = (options) =>
  graphOf(call, "outer").addNode("end", ({ answer }) => ({ path: [`end ${answer}`] })).addEdge("outer", "end").compile(options);
export const graph = make();
export const steps = [{ start: { path: ["in"] } }, { resume: "yes" }];

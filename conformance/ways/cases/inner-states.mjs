// Pins: the states of inner graphs that getState shows, while a question waits two graphs deep beside one that waits in another
// Differs: a question that is answered is not shown any more, while others wait
// Stored: what ended beside a node that waits or failed is shown when the superstep is committed, because no script is needed to show a thread
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ path: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), answer: Annotation() });
const graphOf = (name, node) =>
  new StateGraph(State)
    .addNode(`${name}_first`, () => ({ path: [name] }))
    .addNode(name, node)
    .addEdge(START, `${name}_first`)
    .addEdge(`${name}_first`, name);
const ask = (question) => () => {
  const answer = interrupt(question);
  return { path: [answer] };
};
const deep = graphOf("middle", graphOf("deep", ask("deep?")).compile()).compile();
const flat = graphOf("flat", ask("flat?")).addNode("after", () => ({ path: [interrupt("after?")] })).addEdge("flat", "after").compile();
export const make = (options) =>
  new StateGraph(State).addNode("left", deep).addNode("right", flat).addEdge(START, "left").addEdge(START, "right").compile(options);
export const graph = make();
export const inner = true;
export const steps = [
  { start: { path: ["in"] } },
  { answers: [["flat?", "one"], ["deep?", "two"]] },
  { resume: "three" },
];

// Pins: questions of nodes beside each other, answered one by one and together
// Differs: a question that is answered is not shown any more, while others wait
// Stored: what ended beside a node that waits or failed is shown when the superstep is committed, because no script is needed to show a thread
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ said: Annotation({ reducer: (a, b) => [...a, ...b].sort(), default: () => [] }) });
const asks = (name) => () => ({ said: [`${name}: ${JSON.stringify(interrupt(`${name}?`))}`] });
export const make = (options) =>
  ["a", "b", "c"]
    .reduce((g, name) => g.addNode(name, asks(name)).addEdge(START, name), new StateGraph(State))
    .addNode("join", ({ said }) => ({ said: [`${said.length} said`] }))
    .addEdge(["a", "b", "c"], "join")
    .compile(options);
export const graph = make();
export const steps = [{ start: { said: ["start"] } }, { answers: [["b?", { yes: [1] }]] }, { answers: [["a?", null], ["c?", "c"]] }];

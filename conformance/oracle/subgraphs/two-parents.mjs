// Pins: of several Commands for the parent that a node returns in one list the first counts
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const parent = (name) => new Command({ graph: Command.PARENT, goto: name, update: { log: [`to ${name}`] } });
for (const list of [["x", "y"], ["y", "x"]]) {
  const inner = new StateGraph(State).addNode("leave", () => list.map(parent)).addEdge(START, "leave").compile();
  const graph = new StateGraph(State)
    .addNode("inner", inner, { ends: ["x", "y"] })
    .addNode("x", () => ({ log: ["x"] }))
    .addNode("y", () => ({ log: ["y"] }))
    .addEdge(START, "inner")
    .compile();
  console.log((await graph.invoke({})).log.join(", "));
}

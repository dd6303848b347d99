// Pins: setEntryPoint, setFinishPoint, routers of START
import { Annotation, END, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const step = (n) => () => ({ log: [n] });
const build = () => new StateGraph(State).addNode("a", step("a")).addNode("b", step("b"));
for (const [name, use] of Object.entries({
  both: (g) => g.addEdge("a", "b").setEntryPoint("a").setFinishPoint("b"),
  twoEntries: (g) => g.setEntryPoint("a").setEntryPoint("b"),
  conditional: (g) => g.addConditionalEdges("__start__", (s) => (s.log.length ? "b" : "a")),
  conditionalMap: (g) => g.addConditionalEdges("__start__", () => "one", { one: "b", two: "a" }),
  conditionalEnd: (g) => g.addConditionalEdges("__start__", () => END),
  unknown: (g) => g.setEntryPoint("x"),
})) {
  try {
    console.log(name, await use(build()).compile().invoke({}));
  } catch (e) {
    console.log(name, "=>", e.name, e.message);
  }
}

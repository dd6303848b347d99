// Pins: runtime context: config.context, contextSchema with defaults and validation, in subgraphs and routers
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const child = new StateGraph(State).addNode("c", (_, config) => ({ log: ["child " + JSON.stringify(config.context)] })).addEdge(START, "c").compile();
const graph = new StateGraph(State, z.object({ user: z.string(), level: z.number().default(3) }))
  .addNode("n", (_, runtime) => ({ log: ["node " + JSON.stringify(runtime.context)] }))
  .addNode("child", child)
  .addEdge(START, "n")
  .addConditionalEdges("n", (_, runtime) => (runtime.context?.user === "ann" ? "child" : "__end__"), ["child", "__end__"])
  .compile();
for (const context of [{ user: "ann" }, { user: "bob", level: 9 }, { user: 5 }, {}, undefined]) {
  try {
    console.log((await graph.invoke({}, { context })).log);
  } catch (e) {
    console.log(e.name, e.message);
  }
}

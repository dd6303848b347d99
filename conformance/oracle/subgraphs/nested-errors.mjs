// Pins: errors and recursion limits inside of subgraphs come out as they are
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation() });
const failing = new StateGraph(State).addNode("inner", () => {
  throw new RangeError("inside");
}).addEdge(START, "inner").compile();
const looping = new StateGraph(State).addNode("inner", ({ n }) => ({ n: n + 1 })).addEdge(START, "inner").addEdge("inner", "inner").compile();
const conflicting = new StateGraph(State).addNode("x", () => ({ n: 1 })).addNode("y", () => ({ n: 2 })).addEdge(START, "x").addEdge(START, "y").compile();
for (const child of [failing, looping, conflicting]) {
  const asNode = new StateGraph(State).addNode("child", child).addEdge(START, "child").compile();
  const called = new StateGraph(State).addNode("call", async (s) => {
    try {
      return await child.invoke(s);
    } catch (e) {
      console.log("caught", e.name);
      throw e;
    }
  }).addEdge(START, "call").compile();
  for (const graph of [asNode, called]) {
    try {
      await graph.invoke({ n: 0 }, { recursionLimit: 6 });
    } catch (e) {
      console.log(e.name, e.message.split("\n")[0], e.lc_error_code);
    }
  }
}

// Pins: what a conditional edge may return that is no name: null, 0, false and "" are errors, unless a label of the edge stands for them
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const go = async (value, ends) => {
  const graph = new StateGraph(Annotation.Root({ log: Annotation() }))
    .addNode("a", () => ({ log: "a" }))
    .addNode("b", () => ({ log: "b" }))
    .addEdge(START, "a").addEdge("b", END)
    .addConditionalEdges("a", () => value, ends)
    .compile();
  try { return (await graph.invoke({ log: "" })).log; } catch (error) { return error.message; }
};
for (const value of [undefined, null, 0, NaN, false, "", true, 1, [null], ["b", 0], "b"]) {
  console.log(JSON.stringify(value), await go(value), "|", await go(value, { b: "b", 0: "b", end: END }), "|", await go(value, { undefined: "b", null: END, false: "b", "": END, true: "b", NaN: "b" }));
}

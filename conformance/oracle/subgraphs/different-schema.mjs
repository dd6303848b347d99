// Pins: a graph with another schema, called in a node: values are changed on the way in and out, errors come through
import { Annotation, START, StateGraph } from "@langchain/langgraph";
const inner = new StateGraph(Annotation.Root({ text: Annotation(), size: Annotation() }))
  .addNode("measure", ({ text }) => { if (text === "bad") throw new RangeError("too bad"); return { size: text.length }; })
  .addEdge(START, "measure").compile();
const g = new StateGraph(Annotation.Root({ title: Annotation(), n: Annotation() }))
  .addNode("call", async ({ title }) => ({ n: (await inner.invoke({ text: title })).size })).addEdge(START, "call").compile();
console.log(await g.invoke({ title: "four" }));
await g.invoke({ title: "bad" }).catch((e) => console.log(e.name, e.message));

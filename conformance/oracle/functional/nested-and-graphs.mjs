// Pins: entrypoints call tasks in tasks, graphs and other entrypoints; graphs call tasks
import { Annotation, START, StateGraph, entrypoint, task } from "@langchain/langgraph";

const inner = task("inner", async (n) => n + 1);
const outer = task("outer", async (n) => (await inner(n)) * 10);
const graph = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("g", async ({ n }) => ({ n: await inner(n) })).addEdge(START, "g").compile();
const child = entrypoint("child", async (n) => inner(n));
const flow = entrypoint("flow", async (n) => {
  const a = await outer(n);
  const b = await graph.invoke({ n: a });
  const c = await child.invoke(b.n);
  return { a, b, c };
});
console.log(await flow.invoke(1));
for await (const chunk of await flow.stream(1, { streamMode: "updates" })) console.log(chunk);
console.log(await graph.invoke({ n: 5 }));

// Pins: entrypoints inside of entrypoints, tasks and nodes, with their questions and namespaces
import { Annotation, Command, MemorySaver, START, StateGraph, entrypoint, interrupt, task } from "@langchain/langgraph";

const inner = entrypoint("inner", async (x) => ({ x, said: interrupt(`inner ${x}`) }));
const viaTask = task("viaTask", (x) => inner.invoke(x));
const halve = entrypoint("halve", (x) => x / 2);
const outer = entrypoint({ name: "outer", checkpointer: new MemorySaver() }, async (x) => [await halve.invoke(x), await viaTask(x + 1), await halve.invoke(x + 2)]);
const plain = (v) => JSON.stringify(v, (key, value) => (key === "metadata" ? undefined : value)).replaceAll(/:[0-9a-f-]{36}/g, ":id");
const config = { configurable: { thread_id: "1" }, subgraphs: true, streamMode: ["updates"] };
for (const input of [1, new Command({ resume: "a" })]) {
  for await (const chunk of await outer.stream(input, config)) console.log(plain(chunk));
}
const twice = entrypoint("twice", ({ n }) => ({ n: 2 * n }));
const graph = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("twice", twice).addEdge(START, "twice").compile();
console.log(await graph.invoke({ n: 4 }));
for await (const chunk of await graph.stream({ n: 4 }, { subgraphs: true })) console.log(plain(chunk));

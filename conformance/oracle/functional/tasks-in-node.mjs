// Pins: tasks that a node calls, beside and inside of each other: their chunks, and what a resume repeats
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt, task } from "@langchain/langgraph";

const ran = [];
const double = task("double", async (x) => {
  ran.push(`double ${x}`);
  return 2 * x;
});
const ask = task("ask", (q) => {
  ran.push(`ask ${q}`);
  const first = interrupt({ q });
  return [first, interrupt({ q: `${q} again` })];
});
const quadruple = task({ name: "quadruple" }, async (x) => {
  ran.push(`quadruple ${x}`);
  return double(await double(x));
});
const graph = new StateGraph(Annotation.Root({ list: Annotation() }))
  .addNode("node", async () => {
    const a = await double(1);
    const b = await quadruple(3);
    const rest = await Promise.all([ask("one"), double(5)]);
    return { list: [a, b, ...rest] };
  })
  .addEdge(START, "node")
  .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: "1" }, streamMode: ["updates", "values", "tasks"] };
const shown = (v) => JSON.stringify(v, (key, value) => (key === "metadata" ? undefined : value));
for (const input of [{ list: [] }, new Command({ resume: "A" }), new Command({ resume: "B" })]) {
  for await (const chunk of await graph.stream(input, config)) console.log(shown(chunk));
  console.log(ran.splice(0).join(", "));
  console.log(shown((await graph.getState(config)).tasks));
}

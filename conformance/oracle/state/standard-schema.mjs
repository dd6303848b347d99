// Pins: Standard Schemas of any vendor in a StateSchema, asynchronous ones too.
import { ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";

const schema = (validate) => ({ "~standard": { version: 1, vendor: "own", validate } });
const upper = schema((v) => (typeof v === "string" ? { value: v.toUpperCase() } : { issues: [{ message: "no string", path: [] }] }));
const later = schema(async (v) => {
  await new Promise((r) => setTimeout(r, 5));
  return v > 100 ? { issues: [{ message: "too much" }] } : { value: v + 1 };
});
const State = new StateSchema({ text: upper, n: later, sum: new ReducedValue(schema((v) => ({ value: v ?? 0 })), { inputSchema: later, reducer: (a, b) => a + b }) });
const graph = new StateGraph(State)
  .addNode("x", (s) => {
    console.log("x", s);
    return { text: s.text + " and x", n: s.n, sum: 10 };
  })
  .addNode("y", (s) => {
    console.log("y", s);
    return { sum: 20 };
  })
  .addEdge(START, "x")
  .addEdge(START, "y")
  .compile();
console.log(await graph.invoke({ text: "hello", n: 1, sum: 1 }));
for (const input of [{ text: 1 }, { n: 500 }]) {
  try {
    await graph.invoke(input);
  } catch (e) {
    console.log(e.name, e.message);
  }
}
for await (const chunk of await graph.stream({ text: "s", n: 1 }, { streamMode: "updates" })) console.log(chunk);

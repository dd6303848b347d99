// Pins: answering a question again from the past, with another answer
// Differs: an answer given to a checkpoint of the past counts; the library goes on with the first one
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

let asked = 0;
const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("ask", () => {
    asked++;
    return { log: ["answer " + interrupt("?")] };
  })
  .addNode("end", () => ({ log: ["end"] }))
  .addEdge(START, "ask")
  .addEdge("ask", "end")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({}, config);
console.log(await graph.invoke(new Command({ resume: "one" }), config));
const history = [];
for await (const s of graph.getStateHistory(config)) history.push(s);
const waiting = history.find((s) => s.next[0] === "ask");
console.log(waiting.tasks.map((t) => [t.name, t.interrupts.map((i) => i.value), t.result]));
console.log(asked, await graph.invoke(null, waiting.config), asked);
console.log(await graph.invoke(new Command({ resume: "two" }), waiting.config), asked);
console.log((await graph.getState(config)).values);

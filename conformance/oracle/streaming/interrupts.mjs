// Pins: chunks of a run that interrupts, and of the one that resumes it, in every mode
import { StateGraph, Annotation, START, END, MemorySaver, interrupt, Command } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("ask", () => ({ log: [interrupt({ q: 1 })] }))
  .addNode("side", () => ({ log: ["side"] }))
  .addNode("end", () => ({ log: ["end"] }))
  .addEdge(START, "ask").addEdge(START, "side").addEdge("ask", "end").addEdge("end", END)
  .compile({ checkpointer: new MemorySaver() });
const o = { streamMode: ["values", "updates", "tasks", "checkpoints", "debug"], configurable: { thread_id: "1" } };
for await (const c of await graph.stream({ log: ["in"] }, o)) console.log(JSON.stringify(c));
console.log("-- resume");
for await (const c of await graph.stream(new Command({ resume: "yes" }), o)) console.log(JSON.stringify(c));
console.log("-- breakpoint");
const o2 = { ...o, configurable: { thread_id: "2" } };
for await (const c of await graph.stream({ log: ["in"] }, { ...o2, interruptBefore: ["ask"] })) console.log(JSON.stringify(c));
console.log("-- go on");
for await (const c of await graph.stream(null, { ...o2, interruptAfter: ["side"] })) console.log(JSON.stringify(c));

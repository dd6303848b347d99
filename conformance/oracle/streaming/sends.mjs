// Pins: chunks of tasks that Sends make, several to one node
import { StateGraph, Annotation, START, END, MemorySaver, Send, Command } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("plan", () => ({ log: ["plan"] }))
  .addNode("work", (s, c) => { c.writer(s.i); return { log: [`work ${s.i}`] }; }, { metadata: { kind: "worker" } })
  .addNode("twice", () => [new Command({ update: { log: ["t1"] } }), new Command({ update: { log: ["t2"] } })])
  .addEdge(START, "plan")
  .addConditionalEdges("plan", () => [new Send("work", { i: 1 }), new Send("work", { i: 2 }), "twice"])
  .compile({ checkpointer: new MemorySaver() });
for await (const c of await graph.stream({ log: ["in"] }, { streamMode: ["values", "updates", "custom", "tasks", "checkpoints"], configurable: { thread_id: "1" } })) console.log(JSON.stringify(c));

// Pins: an answer given at an older checkpoint is the answer, also if that question was answered before
// Differs: the library gives the old answer again and drops the new one; the documentation resumes from there with the value of the Command
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ name: Annotation() }))
  .addNode("ask", () => ({ name: interrupt("Who?") }))
  .addEdge(START, "ask").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
await graph.invoke({}, config).catch(() => graph.invoke({ name: "" }, config));
console.log(await graph.invoke(new Command({ resume: "Ann" }), config));
let asked;
for await (const s of graph.getStateHistory(config)) if (s.next[0] === "ask") asked = s.config;
console.log(await graph.invoke(new Command({ resume: "Bob" }), asked));

// Pins: what streams show of a graph with input, output and private channels
import { StateGraph, Annotation, START, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ question: Annotation(), secret: Annotation(), answer: Annotation() });
const builder = new StateGraph({ stateSchema: State, input: Annotation.Root({ question: Annotation() }), output: Annotation.Root({ answer: Annotation() }) })
  .addNode("think", (s) => ({ secret: s.question + "!" })).addNode("say", (s) => ({ answer: s.secret }), { input: Annotation.Root({ secret: Annotation() }) })
  .addEdge(START, "think").addEdge("think", "say");
const graph = builder.compile({ checkpointer: new MemorySaver() });
let t = 0;
for (const streamMode of ["values", "updates", "tasks", "checkpoints"]) for await (const c of await graph.stream({ question: "q", extra: 1 }, { streamMode, configurable: { thread_id: "" + ++t } })) console.log(streamMode, JSON.stringify(c));
console.log(await graph.invoke({ question: "q" }, { configurable: { thread_id: "i" } }));
const outer = new StateGraph(State).addNode("g", builder.compile()).addEdge(START, "g").compile();
for await (const c of await outer.stream({ question: "o" }, { streamMode: ["values", "updates"], subgraphs: true })) console.log(JSON.stringify(c.slice(1)));

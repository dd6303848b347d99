// Pins: what a compiled graph tells about itself
import { Annotation, CompiledStateGraph, END, Graph, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const builder = new StateGraph(Annotation.Root({ a: Annotation() }))
  .addNode("n", () => ({}), { metadata: { owner: "me" } })
  .addNode("m", () => ({}), { ends: ["n"] })
  .addEdge(START, "n")
  .addConditionalEdges("n", () => END, ["m", END]);
const saver = new MemorySaver();
const graph = builder.compile({ checkpointer: saver, name: "named", interruptBefore: ["m"], description: "what it does" });
console.log(graph.name, graph.description, graph.getName(), graph.checkpointer === saver, graph.interruptBefore, graph.interruptAfter);
console.log(graph instanceof CompiledStateGraph, builder instanceof Graph, builder instanceof StateGraph);
console.log(Object.keys(graph.nodes), graph.builder === builder, graph.streamMode, graph.inputChannels, graph.outputChannels);
console.log(Object.keys(graph.channels), graph.streamChannels, graph.lg_is_pregel);
console.log(builder.compile().name, builder.compile().getName(), graph.withConfig({ runName: "x" }).getName?.());
console.log(Object.keys(builder.nodes), [...builder.edges], Object.keys(builder.branches));
console.log(graph.isInterrupted({ __interrupt__: [] }), graph.isInterrupted({}), graph.lc_namespace);

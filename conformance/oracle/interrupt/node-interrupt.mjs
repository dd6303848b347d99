// Pins: NodeInterrupt pauses; going on runs the node again, which may throw it again
import { Annotation, Command, MemorySaver, NodeInterrupt, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ text: Annotation() }))
  .addNode("check", ({ text }) => {
    if (text.length > 5) throw new NodeInterrupt(`too long: ${text}`);
    return { text: text + " ok" };
  })
  .addEdge(START, "check")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({ text: "a long text" }, config));
const state = await graph.getState(config);
console.log(state.next, state.tasks[0].interrupts);
console.log(await graph.invoke(null, config));
await graph.updateState(config, { text: "short" });
console.log((await graph.getState(config)).next, (await graph.getState(config)).tasks.map((t) => t.interrupts));
console.log(await graph.invoke(null, config));
console.log(await graph.invoke(new Command({ resume: "x" }), config).catch((e) => [e.name, e.message]));

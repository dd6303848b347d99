// Pins: getState with subgraphs while paused inside; updateState of the inner graph; getSubgraphs
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const Child = Annotation.Root({ topic: Annotation(), draft: Annotation() });
const child = new StateGraph(Child)
  .addNode("write", (s) => ({ draft: "about " + s.topic }))
  .addNode("check", (s) => ({ draft: s.draft + " " + interrupt(s.draft) }))
  .addEdge(START, "write")
  .addEdge("write", "check")
  .compile();
const parent = new StateGraph(Annotation.Root({ topic: Annotation(), draft: Annotation() })).addNode("child", child).addEdge(START, "child").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await parent.invoke({ topic: "cats" }, config);
const state = await parent.getState(config, { subgraphs: true });
const inner = state.tasks[0].state;
console.log(inner.values, inner.next, inner.metadata.source, inner.metadata.step, inner.tasks.map((t) => [t.name, t.interrupts.map((i) => i.value)]));
console.log(inner.config.configurable.checkpoint_ns.replace(/:.*/, ":id"), Object.keys(inner.config.configurable).sort());
const shallow = await parent.getState(config);
console.log(Object.keys(shallow.tasks[0].state.configurable), shallow.tasks[0].state.configurable.checkpoint_ns === inner.config.configurable.checkpoint_ns);
await parent.updateState(inner.config, { draft: "edited" });
console.log((await parent.getState(config, { subgraphs: true })).tasks[0].state.values);
console.log(await parent.invoke(new Command({ resume: "ok" }), config));
for (const [name, g] of parent.getSubgraphs()) console.log(name, g === child);
for await (const [name] of parent.getSubgraphsAsync()) console.log(name);
console.log([...child.getSubgraphs()].length);

// Pins: updateState on an old checkpoint forks; the fork is the newest state
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ joke: Annotation(), topic: Annotation() }))
  .addNode("choose", () => ({ topic: "cats" }))
  .addNode("tell", ({ topic }) => ({ joke: `about ${topic}` }))
  .addEdge(START, "choose")
  .addEdge("choose", "tell")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({}, config));
const history = [];
for await (const s of graph.getStateHistory(config)) history.push(s);
const selected = history[1];
console.log(selected.next, selected.values);
const fork = await graph.updateState(selected.config, { topic: "dogs" });
console.log(Object.keys(fork.configurable), fork.configurable.checkpoint_id !== selected.config.configurable.checkpoint_id);
const forked = await graph.getState(fork);
console.log(forked.values, forked.next, forked.metadata, forked.parentConfig.configurable.checkpoint_id === selected.config.configurable.checkpoint_id);
console.log((await graph.getState(config)).values);
console.log(await graph.invoke(null, fork));
console.log(await graph.invoke(null, selected.config));
for await (const s of graph.getStateHistory(config)) console.log(s.metadata.step, s.metadata.source, s.next, s.values);

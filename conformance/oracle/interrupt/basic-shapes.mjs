// Pins: what a paused run returns, streams and shows in getState
import { Annotation, Command, INTERRUPT, MemorySaver, START, StateGraph, interrupt, isInterrupted } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ text: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("before", () => ({ log: ["before"] }))
  .addNode("ask", (s) => {
    const answer = interrupt({ question: "ok?", text: s.text, list: [1, { deep: { deeper: { deepest: 1 } } }] });
    return { text: answer.text, log: [answer.by] };
  })
  .addEdge(START, "before")
  .addEdge("before", "ask")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const paused = await graph.invoke({ text: "draft" }, config);
console.log(paused, isInterrupted(paused), graph.isInterrupted(paused), paused[INTERRUPT].length);
const state = await graph.getState(config);
console.log(state.values, state.next, state.metadata.source, state.metadata.step);
console.log(JSON.stringify(state.tasks.map(({ id, ...rest }) => rest), null, 1));
console.log(state.tasks[0].interrupts[0].id === paused[INTERRUPT][0].id);
console.log(await graph.invoke(new Command({ resume: { text: "final", by: "me" } }), config));
const after = await graph.getState(config);
console.log(after.next, after.tasks, after.metadata.step);

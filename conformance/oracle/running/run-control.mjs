// Pins: RunControl: a drain ends the run after the superstep, with an error; the thread goes on later
import { Annotation, GraphDrained, MemorySaver, RunControl, START, StateGraph, isGraphBubbleUp, isGraphDrained } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const control = new RunControl();
console.log(control.drainRequested, control.drainReason);
const graph = new StateGraph(State)
  .addNode("a", (_, config) => {
    if (config.control === control) config.control.requestDrain("sigterm");
    return { log: ["a"] };
  })
  .addNode("b", (_, config) => ({ log: [`b ${config.control.drainRequested}`] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
try {
  await graph.invoke({ n: 1 }, { ...config, control });
} catch (e) {
  console.log(e.name, e.message, e.reason, e instanceof GraphDrained, isGraphDrained(e), isGraphBubbleUp(e));
}
console.log(control.drainRequested, control.drainReason);
let state = await graph.getState(config);
console.log(state.next, state.values.log);
console.log(await graph.invoke(null, config));
const late = new RunControl();
late.requestDrain();
console.log(late.drainReason);
try {
  for await (const chunk of await graph.stream({ n: 1 }, { configurable: { thread_id: "2" }, control: late })) console.log(chunk);
} catch (e) {
  console.log(e.message);
}
state = await graph.getState({ configurable: { thread_id: "2" } });
console.log(state.next);
const end = new RunControl();
const one = new StateGraph(State).addNode("a", (_, { control }) => { control.requestDrain("at the end"); return { log: ["a"] }; }).addEdge(START, "a").compile();
console.log(await one.invoke({ n: 1 }, { control: end }), end.drainReason);
console.log(new GraphDrained().message, isGraphDrained(undefined), isGraphDrained(new Error("x")));

// Pins: what is untracked is gone after a pause, also in the arguments of a Send, and may be what no checkpoint could hold.
import { Annotation, Command, MemorySaver, Send, START, StateGraph, interrupt } from "@langchain/langgraph";
import { UntrackedValueChannel } from "@langchain/langgraph/channels";

const State = Annotation.Root({ handle: new UntrackedValueChannel(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("open", () => ({ handle: { use: () => "used" }, log: "opened" }))
  .addNode("work", (s) => ({ log: `work ${s.name}: ${s.handle?.use()}` }))
  .addNode("ask", (s) => {
    const before = s.handle?.use();
    return { log: `${before} ${interrupt("go on?")}` };
  })
  .addNode("end", (s) => ({ log: `end: ${s.handle}` }))
  .addEdge(START, "open")
  .addConditionalEdges("open", (s) => [new Send("work", { ...s, name: "w" }), "ask"], ["work", "ask"])
  .addEdge("ask", "end")
  .compile({ checkpointer: new MemorySaver(), interruptBefore: ["end"] });
const config = { configurable: { thread_id: "1" } };
const first = await graph.invoke({}, config);
console.log(Object.keys(first), first.log, first.handle.use());
console.log((await graph.getState(config)).values);
const second = await graph.invoke(new Command({ resume: "yes" }), config);
console.log(second);
console.log(await graph.invoke(null, config));

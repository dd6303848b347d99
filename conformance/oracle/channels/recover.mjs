// Pins: topics, ephemeral values and delta channels over a pause, a fork and a new run of the thread.
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { DeltaChannel, EphemeralValue, Topic } from "@langchain/langgraph/channels";

const State = Annotation.Root({
  note: new EphemeralValue(),
  batch: new Topic(),
  all: new Topic({ accumulate: true }),
  unique: new Topic({ unique: true }),
  delta: new DeltaChannel((s, w) => [...s, w.length, ...w.flat()], { snapshotFrequency: 2 }),
});
const graph = new StateGraph(State)
  .addNode("a", () => ({ note: "from a", batch: ["a", { o: 1 }], all: "a", unique: ["u", "u", "v"], delta: ["a"] }))
  .addNode("ask", (s) => {
    const answer = interrupt(s.note);
    return { all: [answer, s.note ?? "no note"], batch: answer, unique: ["u", "w"], delta: [answer] };
  })
  .addNode("z", (s) => ({ delta: JSON.stringify([s.batch, s.unique, s.note]) }))
  .addEdge(START, "a").addEdge("a", "ask").addEdge("ask", "z")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({ delta: "in" }, config));
console.log((await graph.getState(config)).values);
console.log(await graph.invoke(new Command({ resume: "yes" }), config));
console.log((await graph.getState(config)).values);
const states = [];
for await (const s of graph.getStateHistory(config)) states.push(s);
for (const s of states) console.log(s.metadata.step, JSON.stringify(s.values));
const asked = states.find((s) => s.next[0] === "ask");
console.log(asked.values);
await graph.updateState(config, { batch: ["by hand"], unique: "w", all: "hand" }, "ask");
const after = await graph.getState(config);
console.log(after.next, after.values);
console.log(await graph.invoke(null, config));

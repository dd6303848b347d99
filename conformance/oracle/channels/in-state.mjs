// Pins: ephemeral, any, topic and untracked channels as parts of a state, step by step.
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AnyValue, EphemeralValue, LastValue, Topic, UntrackedValueChannel } from "@langchain/langgraph/channels";

const State = Annotation.Root({
  ephemeral: new EphemeralValue(),
  any: () => new AnyValue(),
  topic: new Topic(),
  all: new Topic({ accumulate: true }),
  unique: new Topic({ unique: true, accumulate: true }),
  untracked: new UntrackedValueChannel(),
  first: new UntrackedValueChannel({ initialValueFactory: () => "made" }),
  last: new LastValue(() => "l"),
});
const graph = new StateGraph(State)
  .addNode("a", (s) => {
    console.log("a", s);
    return { ephemeral: "a", any: "a", topic: ["a1", "a2"], all: "a", unique: ["x", "x", "y"], untracked: "a" };
  })
  .addNode("b", (s) => {
    console.log("b", s);
    return { topic: "b", all: ["b", "b"], unique: ["y", "z"], last: null };
  })
  .addNode("c", (s) => {
    console.log("c", s);
  })
  .addNode("d", (s) => {
    console.log("d", s);
    return { ephemeral: "end", first: "changed" };
  })
  .addEdge(START, "a").addEdge("a", "b").addEdge("b", "c").addEdge("c", "d")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
for await (const chunk of await graph.stream({ ephemeral: "in", topic: "in", untracked: "in" }, { ...config, streamMode: "values" })) console.log("values", chunk);
console.log("state", (await graph.getState(config)).values);
console.log("again", await graph.invoke({ unique: ["z", "w"] }, config));
for await (const s of graph.getStateHistory(config)) console.log(s.metadata.step, s.values);

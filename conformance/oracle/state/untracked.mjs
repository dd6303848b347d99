// Pins: UntrackedValue channels are there in a run and gone from checkpoints
import { Annotation, Command, MemorySaver, START, StateGraph, UntrackedValueChannel, interrupt } from "@langchain/langgraph";

const graph = new StateGraph({ channels: { kept: null, temp: () => new UntrackedValueChannel() } })
  .addNode("a", () => ({ kept: 1, temp: { f: () => "a function" } }))
  .addNode("b", (s) => {
    console.log("b", s.kept, typeof s.temp?.f);
    return { kept: interrupt("?") };
  })
  .addNode("c", (s) => console.log("c", s.kept, s.temp))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addEdge("b", "c")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({}, config).then((o) => Object.keys(o)));
console.log((await graph.getState(config)).values);
console.log(await graph.invoke(new Command({ resume: "yes" }), config));

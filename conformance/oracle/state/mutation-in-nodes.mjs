// Pins: changing the state in place in a node: what the next node, the checkpoint and the caller's input see
// Differs: a checkpoint is what it was when it was made; in the library objects that a node changes in place change in older checkpoints
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const build = (checkpointer) =>
  new StateGraph(Annotation.Root({ list: Annotation(), o: Annotation() }))
    .addNode("a", (s) => {
      s.list.push("pushed by a");
      s.o.changed = true;
      s.list = "replaced";
      s.extra = 1;
      return {};
    })
    .addNode("b", (s) => console.log("b", s))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .compile({ checkpointer });
const input = { list: ["in"], o: {} };
console.log(await build().invoke(input), input);
const kept = build(new MemorySaver());
const config = { configurable: { thread_id: "1" } };
console.log(await kept.invoke({ list: ["in"], o: {} }, config));
for await (const s of kept.getStateHistory(config)) console.log(s.metadata.step, s.values);

// Pins: list() without a namespace or a thread: a MemorySaver lists one after the other, a SqliteSaver the newest checkpoints first
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const State = Annotation.Root({ v: Annotation() });
const list = async (saver, config, options) => {
  const found = [];
  for await (const { config: { configurable: c }, metadata } of saver.list(config, options)) {
    found.push(`${c.thread_id}/${c.checkpoint_ns.replace(/:.*/, "")}/${metadata.step}`);
  }
  return found.join(" ");
};

for (const saver of [new MemorySaver(), SqliteSaver.fromConnString(":memory:")]) {
  console.log(saver.constructor.name);
  const inner = new StateGraph(State).addNode("i", () => ({ v: 2 })).addEdge(START, "i").compile();
  const outer = new StateGraph(State).addNode("a", inner).addNode("b", inner).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: saver });
  await outer.invoke({ v: 1 }, { configurable: { thread_id: "run" } });
  for (const options of [{}, { limit: 3 }, { filter: { source: "input" } }]) console.log(await list(saver, { configurable: { thread_id: "run" } }, options));

  // The checkpoints of two threads in turn.
  let parent = {};
  for (let step = 0; step < 4; step++) {
    const thread_id = step % 2 ? "odd" : "even";
    const checkpoint = { ...emptyCheckpoint(), id: `ffffffff-0000-6000-8000-00000000000${step}` };
    parent = await saver.put({ configurable: { thread_id, checkpoint_ns: "" } }, checkpoint, { source: "loop", step, parents: {} }, {});
  }
  await saver.deleteThread("run");
  for (const options of [{}, { limit: 3 }, { before: parent }]) {
    console.log(await list(saver, {}, options), "|", await list(saver, { configurable: { checkpoint_ns: "" } }, options));
  }
}

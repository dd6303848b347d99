// Pins: methods of a checkpointer may be synchronous, and one saver may serve many runs at once
import { BaseCheckpointSaver, Annotation, START, StateGraph } from "@langchain/langgraph";

class Sync extends BaseCheckpointSaver {
  rows = new Map();
  getTuple({ configurable: { thread_id } }) { return this.rows.get(thread_id)?.at(-1); }
  *list({ configurable: { thread_id } }) { yield* [...this.rows.get(thread_id) ?? []].reverse(); }
  async put({ configurable: { thread_id, checkpoint_ns = "", checkpoint_id } }, checkpoint, metadata) {
    await null;
    const config = { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
    const parentConfig = checkpoint_id && { configurable: { thread_id, checkpoint_ns, checkpoint_id } };
    this.rows.set(thread_id, [...this.rows.get(thread_id) ?? [], { config, checkpoint, metadata, parentConfig, pendingWrites: [] }]);
    return config;
  }
  async putWrites() {}
}
const graph = new StateGraph(Annotation.Root({ n: Annotation(), all: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", async ({ n }) => { await new Promise((r) => setTimeout(r, 5 - n)); return { all: [`a${n}`] }; })
  .addNode("b", ({ n }) => ({ all: [`b${n}`] }))
  .addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new Sync() });
const runs = [0, 1, 2, 3].map((n) => graph.invoke({ n }, { configurable: { thread_id: `t${n}` } }));
console.log((await Promise.all(runs)).map((r) => r.all));
for await (const s of graph.getStateHistory({ configurable: { thread_id: "t2" } })) console.log(s.metadata.step, s.values);
console.log((await graph.invoke({ n: 1 }, { configurable: { thread_id: "t1" } })).all);

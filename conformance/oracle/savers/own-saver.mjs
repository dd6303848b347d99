// Pins: a checkpointer of the script's own, derived from BaseCheckpointSaver, with a pause
import { Annotation, BaseCheckpointSaver, Command, START, StateGraph, interrupt } from "@langchain/langgraph";

class Own extends BaseCheckpointSaver {
  rows = [];
  writes = [];
  calls = {};
  count(name) {
    this.calls[name] = (this.calls[name] ?? 0) + 1;
  }
  async getTuple(config) {
    this.count("getTuple");
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable;
    const found = this.rows.filter((r) => r.thread_id === thread_id && r.ns === checkpoint_ns && (!checkpoint_id || r.checkpoint.id === checkpoint_id)).sort((a, b) => (a.checkpoint.id < b.checkpoint.id ? 1 : -1))[0];
    return found && this.tuple(found);
  }
  tuple(row) {
    const of = (id) => ({ configurable: { thread_id: row.thread_id, checkpoint_ns: row.ns, checkpoint_id: id } });
    return {
      config: of(row.checkpoint.id),
      checkpoint: structuredClone(row.checkpoint),
      metadata: row.metadata,
      parentConfig: row.parent ? of(row.parent) : undefined,
      pendingWrites: this.writes.filter((w) => w.id === row.checkpoint.id).flatMap((w) => w.writes.map(([c, v]) => [w.task, c, structuredClone(v)])),
    };
  }
  async *list(config, options = {}) {
    this.count("list");
    let rows = this.rows.filter((r) => r.thread_id === config.configurable.thread_id).sort((a, b) => (a.checkpoint.id < b.checkpoint.id ? 1 : -1));
    if (options.limit) rows = rows.slice(0, options.limit);
    for (const r of rows) yield this.tuple(r);
  }
  async put(config, checkpoint, metadata) {
    this.count("put");
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable;
    this.rows.push({ thread_id, ns: checkpoint_ns, parent: checkpoint_id, checkpoint: structuredClone(checkpoint), metadata });
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }
  async putWrites(config, writes, task) {
    this.count("putWrites");
    this.writes = this.writes.filter((w) => !(w.id === config.configurable.checkpoint_id && w.task === task && w.writes[0]?.[0] === writes[0]?.[0]));
    this.writes.push({ id: config.configurable.checkpoint_id, task, writes: structuredClone(writes) });
  }
  async deleteThread(id) {
    this.rows = this.rows.filter((r) => r.thread_id !== id);
  }
}
const saver = new Own();
const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a"] }))
  .addNode("ask", () => ({ log: [interrupt("?")] }))
  .addEdge(START, "a")
  .addEdge("a", "ask")
  .compile({ checkpointer: saver });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({ log: ["in"] }, config));
console.log((await graph.getState(config)).next, saver.rows.map((r) => [r.metadata.source, r.metadata.step, r.checkpoint.channel_values.log]));
console.log(await graph.invoke(new Command({ resume: "answer" }), config));
for await (const s of graph.getStateHistory(config)) console.log(s.metadata.step, s.values, s.next);
console.log(Object.keys(saver.calls).sort());
await saver.deleteThread("1");
console.log((await graph.getState(config)).values);

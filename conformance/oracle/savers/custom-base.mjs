// Pins: a subclass of BaseCheckpointSaver keeps a thread: what put and putWrites get, what getTuple and list have to give
import { BaseCheckpointSaver, Command, Send, START, StateGraph, Annotation, interrupt } from "@langchain/langgraph";

const sorted = (o) => JSON.stringify(o, (_, v) => v && typeof v === "object" && !Array.isArray(v)
  ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => a < b ? -1 : 1)) : v);

class RowSaver extends BaseCheckpointSaver {
  rows = [];
  pending = [];

  tuple(row) {
    const at = (id) => ({ configurable: { thread_id: row.thread, checkpoint_ns: row.ns, checkpoint_id: id } });
    return {
      config: at(row.id), checkpoint: JSON.parse(row.checkpoint), metadata: JSON.parse(row.metadata),
      parentConfig: row.parent && at(row.parent),
      pendingWrites: this.pending.filter((p) => p.id === row.id).map((p) => [p.task, p.channel, JSON.parse(p.value)]),
    };
  }

  find({ thread_id, checkpoint_ns = "", checkpoint_id }) {
    return this.rows.filter((r) => r.thread === thread_id && r.ns === checkpoint_ns && (!checkpoint_id || r.id === checkpoint_id))
      .sort((a, b) => a.id < b.id ? 1 : -1);
  }

  async getTuple(config) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const [row] = this.find(config.configurable);
    return row && this.tuple(row);
  }

  async *list(config, options) {
    for (const row of this.find(config.configurable).slice(0, options?.limit)) yield this.tuple(row);
  }

  async put(config, checkpoint, metadata, newVersions) {
    const { thread_id, checkpoint_ns = "", checkpoint_id, user } = config.configurable;
    const { v, channel_values, channel_versions } = checkpoint;
    console.log("put", user, metadata.source, metadata.step, v, sorted(channel_values), sorted(channel_versions), sorted(newVersions));
    await new Promise((resolve) => setTimeout(resolve, 2));
    this.rows.push({ thread: thread_id, ns: checkpoint_ns, id: checkpoint.id, parent: checkpoint_id, checkpoint: JSON.stringify(checkpoint), metadata: JSON.stringify(metadata) });
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }

  async putWrites(config, writes, task) {
    const plain = writes.filter(([channel]) => channel !== "__resume__" || task.startsWith("0000"));
    if (!this.quiet) console.log("putWrites", sorted(plain));
    await new Promise((resolve) => setTimeout(resolve, 2));
    for (const [channel, value] of writes) this.pending.push({ id: config.configurable.checkpoint_id, task, channel, value: JSON.stringify(value) });
  }
}

const graph = new StateGraph(Annotation.Root({ log: Annotation(), answer: Annotation(), seen: Annotation() }))
  .addNode("draft", () => ({ log: ["drafted"] }))
  .addNode("ask", ({ log }) => ({ answer: interrupt({ about: log }) }))
  .addNode("look", ({ at }) => ({ seen: at }))
  .addEdge(START, "draft")
  .addEdge("draft", "ask")
  .addConditionalEdges("ask", () => [new Send("look", { at: 7 })], ["look"])
  .compile({ checkpointer: new RowSaver() });
const config = { configurable: { thread_id: "t", user: "ann" } };
console.log(await graph.invoke({ log: [] }, config));
console.log((await graph.getState(config)).next);
console.log(await graph.invoke(new Command({ resume: "yes" }), config));
for await (const s of graph.getStateHistory(config)) console.log(s.metadata.step, s.next, s.tasks.map((t) => [t.name, t.interrupts.length]));
graph.checkpointer.quiet = true;
await graph.updateState(config, { answer: "no" });
console.log((await graph.getState(config)).values);

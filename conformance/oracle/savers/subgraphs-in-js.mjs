// Pins: a checkpointer written in JavaScript keeps inner graphs: questions at depth, history, update, replay, delete
import { Annotation, BaseCheckpointSaver, Command, START, StateGraph, interrupt } from "@langchain/langgraph";
class Json extends BaseCheckpointSaver {
  data = { rows: [], writes: [] };
  at(r, id = r.id) { return { configurable: { thread_id: r.thread, checkpoint_ns: r.ns, checkpoint_id: id } }; }
  tuple(r) {
    return JSON.parse(JSON.stringify({ config: this.at(r), checkpoint: r.checkpoint, metadata: r.metadata, parentConfig: r.parent ? this.at(r, r.parent) : undefined,
      pendingWrites: this.data.writes.filter((w) => w.thread === r.thread && w.ns === r.ns && w.id === r.id).map((w) => [w.task, w.channel, w.value]) }));
  }
  rows({ thread_id, checkpoint_ns = "", checkpoint_id }, before) {
    return this.data.rows.filter((r) => r.thread === thread_id && r.ns === checkpoint_ns && (!checkpoint_id || r.id === checkpoint_id) && (!before || r.id < before)).sort((a, b) => a.id < b.id ? 1 : -1);
  }
  async getTuple(config) { const [r] = this.rows(config.configurable); return r && this.tuple(r); }
  async *list(config, { limit = 1e9, before } = {}) { for (const r of this.rows(config.configurable, before?.configurable?.checkpoint_id).slice(0, limit)) yield this.tuple(r); }
  async put({ configurable: { thread_id, checkpoint_ns = "", checkpoint_id } }, checkpoint, metadata) {
    this.data.rows = this.data.rows.filter((r) => r.id !== checkpoint.id || r.ns !== checkpoint_ns);
    this.data.rows.push(JSON.parse(JSON.stringify({ thread: thread_id, ns: checkpoint_ns, id: checkpoint.id, parent: checkpoint_id, checkpoint, metadata })));
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }
  async putWrites({ configurable: { thread_id, checkpoint_ns = "", checkpoint_id } }, writes, task) {
    this.data.writes = this.data.writes.filter((w) => !(w.task === task && w.id === checkpoint_id && writes.some(([c]) => c === w.channel && c.startsWith("__"))));
    for (const [channel, value] of writes) this.data.writes.push({ thread: thread_id, ns: checkpoint_ns, id: checkpoint_id, task, channel, value: value === undefined ? null : JSON.parse(JSON.stringify(value)) });
  }
  async deleteThread(id) { for (const k of ["rows", "writes"]) this.data[k] = this.data[k].filter((r) => r.thread !== id); }
}
const runs = [];
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const node = (name, f = () => name) => () => { runs.push(name); return { log: [f()] }; };
const inner = new StateGraph(State).addNode("x", node("x")).addNode("y", node("y", () => `y ${interrupt("1?")} ${interrupt("2?")}`)).addEdge(START, "x").addEdge("x", "y").compile();
const saver = new Json();
const build = () => new StateGraph(State).addNode("sub", inner).addNode("other", node("other")).addNode("end", node("end")).addEdge(START, "sub").addEdge(START, "other").addEdge(["sub", "other"], "end").compile({ checkpointer: saver });
const config = { configurable: { thread_id: "t" } };
const took = (what, v) => console.log(what, JSON.stringify(v.__interrupt__?.map((i) => i.value) ?? v), runs.splice(0).join());
took("start", await build().invoke({ log: [] }, config));
const s = await build().getState(config, { subgraphs: true });
console.log(s.next, s.tasks.map((t) => [t.name, t.state?.next, t.state?.values, t.interrupts.map((i) => i.value)]));
await build().updateState(s.tasks.find((t) => t.state).state.config, { log: ["edited"] });
took("1", await build().invoke(new Command({ resume: "a" }), config));
took("2", await build().invoke(new Command({ resume: "b" }), config));
for await (const h of build().getStateHistory(config)) console.log(h.metadata.source, h.metadata.step, h.next, h.values.log.length, h.tasks.map((t) => t.result?.log));
const past = []; for await (const h of build().getStateHistory(config)) past.push(h);
took("replay", await build().invoke(null, past.find((h) => h.next.includes("sub")).config));
took("1", await build().invoke(new Command({ resume: "c" }), config));
took("2", await build().invoke(new Command({ resume: "d" }), config));
await saver.deleteThread("t");
console.log((await build().getState(config)).values, saver.data.rows.length);
for (const durability of ["sync", "async"]) {
  const c = { configurable: { thread_id: durability }, durability };
  took(durability, await build().invoke({ log: [] }, c));
  took("1", await build().invoke(new Command({ resume: "a" }), c));
  took("2", await build().invoke(new Command({ resume: "b" }), c));
  console.log(saver.data.rows.filter((r) => r.thread === durability && r.ns === "").length);
}

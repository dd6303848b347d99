// Pins: a checkpointer that keeps base64 text of what its serde makes: bytes, Buffers, strings, kinds of values
import { BaseCheckpointSaver, Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";
import { WRITES_IDX_MAP, copyCheckpoint, getCheckpointId } from "@langchain/langgraph-checkpoint";
import { HumanMessage } from "@langchain/core/messages";

class TextSaver extends BaseCheckpointSaver {
  files = new Map();
  async text(value) { const [type, bytes] = await this.serde.dumpsTyped(value); return `${type}:${Buffer.from(bytes).toString("base64")}`; }
  async value(text) { const [type, data] = text.split(":"); return this.serde.loadsTyped(type, Buffer.from(data, "base64")); }
  async getTuple(config) {
    const { thread_id, checkpoint_ns = "" } = config.configurable;
    const id = getCheckpointId(config) || [...this.files.keys()].filter((k) => k.startsWith(`c/${thread_id}/${checkpoint_ns}/`)).sort().at(-1)?.split("/").at(-1);
    const row = this.files.get(`c/${thread_id}/${checkpoint_ns}/${id}`);
    if (!row) return undefined;
    const pendingWrites = [];
    for (const [k, v] of [...this.files].sort(([a], [b]) => a < b ? -1 : 1)) if (k.startsWith(`w/${thread_id}/${checkpoint_ns}/${id}/`)) pendingWrites.push([k.split("/")[4], v.channel, await this.value(v.text)]);
    return {
      config: { configurable: { thread_id, checkpoint_ns, checkpoint_id: id } }, checkpoint: await this.value(row.checkpoint), metadata: await this.value(row.metadata), pendingWrites,
      parentConfig: row.parent && { configurable: { thread_id, checkpoint_ns, checkpoint_id: row.parent } },
    };
  }
  async *list(config) { const t = await this.getTuple(config); if (t) yield t; }
  async put(config, checkpoint, metadata) {
    const { thread_id, checkpoint_ns = "", checkpoint_id: parent } = config.configurable;
    this.files.set(`c/${thread_id}/${checkpoint_ns}/${checkpoint.id}`, { checkpoint: await this.text(copyCheckpoint(checkpoint)), metadata: await this.text(metadata), parent });
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } };
  }
  async putWrites(config, writes, task) {
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable;
    for (const [i, [channel, value]] of writes.entries()) this.files.set(`w/${thread_id}/${checkpoint_ns}/${checkpoint_id}/${task}/${WRITES_IDX_MAP[channel] ?? i}`, { channel, text: await this.text(value) });
  }
}
const g = new StateGraph(Annotation.Root({ m: Annotation(), s: Annotation(), map: Annotation(), u: Annotation(), answer: Annotation(), bytes: Annotation() }))
  .addNode("a", () => ({ m: new HumanMessage({ content: "hi", id: "1" }), s: new Set([1, 2]), map: new Map([["k", { v: 1 }]]), u: undefined, bytes: new Uint8Array([1, 2, 255]) }))
  .addNode("b", (state) => {
    console.log(state.m instanceof HumanMessage, state.m.content, state.s, state.map, state.bytes, "u" in state);
    return { answer: interrupt(new Map([["q", 1]])) };
  })
  .addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new TextSaver() });
const config = { configurable: { thread_id: "t" } };
console.log((await g.invoke({ s: null }, config)).__interrupt__[0].value);
console.log((await g.getState(config)).tasks[0].interrupts[0].value);
const r = await g.invoke(new Command({ resume: { x: [1, null] } }), config);
console.log(r.answer, r.m.content, r.s);
const serde = g.checkpointer.serde;
for (const v of [undefined, null, "text", 1.5, { a: [undefined, new Set(["x"])], r: /a+/gi }]) {
  const [type, bytes] = await serde.dumpsTyped(v);
  console.log(type, bytes instanceof Uint8Array, await serde.loadsTyped(type, bytes), await serde.loadsTyped(type, new TextDecoder().decode(bytes)));
}
console.log(await serde.dumpsTyped(new Uint8Array([7])), await serde.loadsTyped("bytes", "hi"));
await serde.loadsTyped("xml", "").catch((e) => console.log(e.message));

// A saver that a script writes itself: it stores copies of everything as JSON, in lists.
import { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

export class OwnSaver extends BaseCheckpointSaver {
  rows = [];
  writes = [];

  async pack(value) {
    const [type, bytes] = await this.serde.dumpsTyped(value);
    return [type, Buffer.from(bytes).toString("base64")];
  }

  unpack([type, text]) {
    return this.serde.loadsTyped(type, Buffer.from(text, "base64"));
  }

  async tuple({ thread, ns, id, parent, checkpoint, metadata }) {
    const config = (checkpoint_id) => ({ configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id } });
    const pending = this.writes.filter((w) => w.thread === thread && w.ns === ns && w.id === id).sort((a, b) => (a.task < b.task ? -1 : a.task > b.task ? 1 : a.index - b.index));
    return {
      config: config(id),
      checkpoint: await this.unpack(checkpoint),
      metadata: await this.unpack(metadata),
      parentConfig: parent && config(parent),
      pendingWrites: await Promise.all(pending.map(async (w) => [w.task, w.channel, await this.unpack(w.value)])),
    };
  }

  found({ configurable: { thread_id, checkpoint_ns, checkpoint_id } }) {
    return this.rows
      .filter((r) => r.thread === thread_id && (checkpoint_ns === undefined || r.ns === checkpoint_ns) && (checkpoint_id === undefined || r.id === checkpoint_id))
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  async getTuple(config) {
    const [row] = this.found({ configurable: { checkpoint_ns: "", ...config.configurable } });
    return row && this.tuple(row);
  }

  async *list(config, { limit = Infinity, before, filter } = {}) {
    for (const row of this.found(config)) {
      if (before && row.id >= before.configurable.checkpoint_id) continue;
      const tuple = await this.tuple(row);
      if (filter && Object.entries(filter).some(([key, value]) => tuple.metadata[key] !== value)) continue;
      if (limit-- <= 0) return;
      yield tuple;
    }
  }

  async put({ configurable: { thread_id: thread, checkpoint_ns: ns = "", checkpoint_id: parent } }, checkpoint, metadata) {
    this.rows.push({ thread, ns, id: checkpoint.id, parent, checkpoint: await this.pack(checkpoint), metadata: await this.pack(metadata) });
    return { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: checkpoint.id } };
  }

  async putWrites({ configurable: { thread_id: thread, checkpoint_ns: ns = "", checkpoint_id: id } }, writes, task) {
    const special = { __error__: -1, __scheduled__: -2, __interrupt__: -3, __resume__: -4 };
    for (const [i, [channel, value]] of writes.entries()) {
      const index = special[channel] ?? i;
      const same = (w) => w.thread === thread && w.ns === ns && w.id === id && w.task === task && w.index === index;
      if (index >= 0 && this.writes.some(same)) continue;
      this.writes = this.writes.filter((w) => !same(w));
      this.writes.push({ thread, ns, id, task, index, channel, value: await this.pack(value) });
    }
  }

  async deleteThread(thread) {
    this.rows = this.rows.filter((r) => r.thread !== thread);
    this.writes = this.writes.filter((w) => w.thread !== thread);
  }
}

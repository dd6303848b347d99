// This file has the storage of a MemorySaver whose checkpoints are in the script and not in Go: it has a serializer of
// the script, is of a subclass that writes, or the script has read its storage.

import { copyCheckpoint, getCheckpointId, WRITES_IDX_MAP } from "./checkpoint_data";
import { withSends } from "./saver_history";

const guard = "This guard protects MemorySaver from prototype pollution.";

function checkKey(field: string, value: any, empty = false) {
  if (typeof value !== "string") {
    const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    throw new Error(`Invalid configurable value for key "${field}": expected a string identifier (got ${kind}). ${guard}`);
  }
  if (!empty && value === "") throw new Error(`Invalid configurable value for key "${field}": empty string is not permitted as an in-memory storage key.`);
  if (value === "__proto__" || value === "constructor" || value === "prototype") {
    throw new Error(`Invalid configurable value for key "${field}": value "${value}" is reserved (would mutate Object.prototype). ${guard}`);
  }
}

const missing = (what: string) => `Failed to put ${what}. The passed RunnableConfig is missing a required "thread_id" field in its "configurable" property. ` +
  "When using a checkpointer, you must pass a \"thread_id\" so the checkpointer knows which conversation thread to persist state for. " +
  `Example: graph.stream(input, { configurable: { thread_id: "my-thread-id" } })`;

const keyOf = (...ids: string[]) => JSON.stringify(ids);
const oldestFirst = (tuples: any[]) => [...tuples].sort((a, b) => a.checkpoint.id < b.checkpoint.id ? -1 : 1);
const newestFirst = (a: string, b: string) => a < b ? 1 : a > b ? -1 : 0;

type Row = [checkpoint: any, metadata: any, parent: string | undefined];

class ScriptMemory {
  storage: Record<string, Record<string, Record<string, Row>>> = Object.create(null);
  writes: Record<string, Record<string, [task: string, channel: string, value: any]>> = Object.create(null);

  constructor(private saver: any) {}

  private get serde() { return this.saver.serde; }

  private async pending(key: string) {
    return Promise.all(Object.values(this.writes[key] ?? {}).map(async ([task, channel, value]) => [task, channel, await this.serde.loadsTyped("json", value)]));
  }

  private async tuple(thread: string, ns: string, id: string, config?: any) {
    const [stored, metadata, parent] = this.storage[thread][ns][id];
    const checkpoint = await this.serde.loadsTyped("json", stored);
    if (checkpoint.v < 4 && parent !== undefined) {
      const sends = (await this.pending(keyOf(thread, ns, parent))).filter((w) => w[1] === "__pregel_tasks").map((w) => w[2]);
      withSends(checkpoint, sends, (v) => this.saver.getNextVersion(v));
    }
    const tuple: any = {
      config: config ?? { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } },
      checkpoint,
      metadata: await this.serde.loadsTyped("json", metadata),
      pendingWrites: await this.pending(keyOf(thread, ns, id)),
    };
    if (parent !== undefined) tuple.parentConfig = { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: parent } };
    return tuple;
  }

  async getTuple(config: any) {
    const { thread_id: thread, checkpoint_ns: ns = "" } = config.configurable ?? {};
    const asked = getCheckpointId(config);
    if (thread !== undefined) checkKey("thread_id", thread);
    checkKey("checkpoint_ns", ns, true);
    if (asked) checkKey("checkpoint_id", asked);
    const line = this.storage[thread]?.[ns];
    const id = asked || Object.keys(line ?? {}).sort(newestFirst)[0];
    if (id === undefined || line?.[id] === undefined) return undefined;
    return this.tuple(thread, ns, id, asked ? config : { configurable: { thread_id: thread, checkpoint_id: id, checkpoint_ns: ns } });
  }

  async list(config: any, options: any = {}) {
    const { thread_id, checkpoint_ns, checkpoint_id } = config.configurable ?? {};
    const before = options.before?.configurable?.checkpoint_id;
    if (thread_id !== undefined) checkKey("thread_id", thread_id);
    if (checkpoint_ns !== undefined) checkKey("checkpoint_ns", checkpoint_ns, true);
    if (checkpoint_id) checkKey("checkpoint_id", checkpoint_id);
    if (before) checkKey("checkpoint_id", before);
    const found: any[] = [];
    for (const thread of thread_id ? [thread_id] : Object.keys(this.storage)) {
      for (const ns of Object.keys(this.storage[thread] ?? {})) {
        if (checkpoint_ns !== undefined && ns !== checkpoint_ns) continue;
        for (const id of Object.keys(this.storage[thread][ns]).sort(newestFirst)) {
          if (checkpoint_id && id !== checkpoint_id || before && id >= before) continue;
          if (options.limit !== undefined && found.length >= options.limit) return found;
          const tuple = await this.tuple(thread, ns, id);
          if (Object.entries(options.filter ?? {}).every(([key, want]) => tuple.metadata[key] === want)) found.push(tuple);
        }
      }
    }
    return found;
  }

  async put(config: any, checkpoint: any, metadata: any) {
    const { thread_id: thread, checkpoint_ns: ns = "", checkpoint_id: parent } = config.configurable ?? {};
    if (thread === undefined) throw new Error(missing("checkpoint"));
    checkKey("thread_id", thread);
    checkKey("checkpoint_ns", ns, true);
    checkKey("checkpoint_id", checkpoint.id);
    const line = (this.storage[thread] ??= Object.create(null))[ns] ??= Object.create(null);
    const [[, stored], [, kept]] = await Promise.all([this.serde.dumpsTyped(copyCheckpoint(checkpoint)), this.serde.dumpsTyped(metadata)]);
    line[checkpoint.id] = [stored, kept, parent];
    return { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: checkpoint.id } };
  }

  async putWrites(config: any, writes: any[], task: string) {
    const { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } = config.configurable ?? {};
    if (thread === undefined) throw new Error(missing("writes"));
    if (id === undefined) {
      throw new Error(`Failed to put writes. The passed RunnableConfig is missing a required "checkpoint_id" field in its "configurable" property.`);
    }
    checkKey("thread_id", thread);
    checkKey("checkpoint_ns", ns, true);
    checkKey("checkpoint_id", id);
    checkKey("task_id", task);
    const key = keyOf(thread, ns, id);
    const known = this.writes[key];
    const all = this.writes[key] ??= Object.create(null);
    await Promise.all(writes.map(async ([channel, value], i) => {
      const [, stored] = await this.serde.dumpsTyped(value);
      const index = (WRITES_IDX_MAP as any)[channel] || i;
      const slot = `${task},${index}`;
      if (index < 0 || !known || !(slot in known)) all[slot] = [task, channel, stored];
    }));
  }

  deleteThread(thread: string) {
    checkKey("thread_id", thread);
    delete this.storage[thread];
    for (const key of Object.keys(this.writes)) if (JSON.parse(key)[0] === thread) delete this.writes[key];
  }

  /** Takes over the checkpoints that Go has stored so far. */
  take(tuples: any[]) {
    const stored = (value: any) => __hitlrun.dumpBytes(value);
    for (const { config, checkpoint, metadata, parentConfig, pendingWrites } of oldestFirst(tuples)) {
      const { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } = config.configurable;
      const line = (this.storage[thread] ??= Object.create(null))[ns] ??= Object.create(null);
      line[id] = [stored(checkpoint), stored(metadata), parentConfig?.configurable.checkpoint_id];
      const counts: Record<string, number> = {};
      for (const [task, channel, value] of pendingWrites) {
        const i = (WRITES_IDX_MAP as any)[channel] ?? (counts[task] = (counts[task] ?? -1) + 1);
        (this.writes[keyOf(thread, ns, id)] ??= Object.create(null))[`${task},${i}`] = [task, channel, stored(value)];
      }
    }
  }
}

export function scriptMemory(saver: any) {
  const memory = new ScriptMemory(saver);
  memory.take(__hitlrun.listTuples(saver, { configurable: {} }));
  __hitlrun.moveSaver(saver);
  return memory;
}

// This file writes the chunks of a stream as server-sent events: stream(…, { encoding: "text/event-stream" }).

declare const TextEncoder: any;

const isObject = (v: any) => typeof v === "object" && v !== null;
const hasConfigurable = (v: any) => isObject(v) && isObject(v.configurable);

/** Returns JSON in which messages are plain objects. */
function json(value: any): string {
  return JSON.stringify(value, function (this: any, key, v) {
    const raw = this[key];
    if (!isObject(raw) || typeof raw.toDict !== "function") return v;
    const { type, data } = raw.toDict();
    return { ...data, type };
  });
}

function checkpointOf(config: any) {
  if (!hasConfigurable(config) || !config.configurable.thread_id) return null;
  const { thread_id, checkpoint_ns, checkpoint_id, checkpoint_map } = config.configurable;
  return { thread_id, checkpoint_ns: checkpoint_ns || "", checkpoint_id: checkpoint_id || null, checkpoint_map: checkpoint_map || null };
}

function publicConfig(config: any) {
  if (!hasConfigurable(config)) return config;
  const { callbacks, ...rest } = config;
  return { ...rest, configurable: Object.fromEntries(Object.entries(config.configurable).filter(([key]) => !key.startsWith("__"))) };
}

function checkpointData(chunk: any) {
  const { parentConfig, ...rest } = chunk;
  return {
    ...rest,
    checkpoint: checkpointOf(chunk.config),
    parent_checkpoint: checkpointOf(parentConfig),
    config: publicConfig(chunk.config),
    parent_config: publicConfig(parentConfig),
    tasks: chunk.tasks.map((task: any) => {
      const checkpoint = hasConfigurable(task.state) ? checkpointOf(task.state) : null;
      if (checkpoint === null) return task;
      const { state, ...others } = task;
      return { ...others, checkpoint };
    }),
  };
}

function dataOf(mode: string, chunk: any) {
  if (mode === "checkpoints") return checkpointData(chunk);
  if (mode === "debug" && chunk.type === "checkpoint") return { ...chunk, payload: checkpointData(chunk.payload) };
  return chunk;
}

/** Returns the chunks [namespace or null, mode, chunk] of source as bytes. first is the first chunk. */
export function encoded(source: any, first: any): any {
  const encoder = new TextEncoder();
  const event = (name: string, data: any) => ({ value: encoder.encode(`event: ${name}\ndata: ${json(data)}\n\n`), done: false });
  let failed = false;
  return {
    ...source,
    async next() {
      if (failed) return { value: undefined, done: true };
      const taken = first ?? source.next();
      first = undefined;
      try {
        const { value, done } = await taken;
        if (done) return { value: undefined, done };
        const [ns, mode, chunk] = value;
        return event(ns && ns.length ? `${mode}|${ns.join("|")}` : mode, dataOf(mode, chunk));
      } catch (e) {
        failed = true;
        return event("error", e instanceof Error ? { error: e.name, message: e.message } : { error: "Error", message: JSON.stringify(e) });
      }
    },
  };
}

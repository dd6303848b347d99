// This file has the checkpointers. Those of LangGraph are implemented in Go, and the classes here call them. Methods
// that few scripts use are in memory_script.ts and saver_history.ts.

/** Converts values to bytes and back, in the form that checkpoints have. */
export class JsonPlusSerializer {
  async dumpsTyped(value: any): Promise<[string, Uint8Array]> {
    return value instanceof Uint8Array ? ["bytes", value] : ["json", __hitlrun.dumpBytes(value)];
  }

  async loadsTyped(type: string, data: Uint8Array | string): Promise<any> {
    if (type === "bytes") return typeof data === "string" ? new TextEncoder().encode(data) : data;
    if (type === "json") return __hitlrun.loadBytes(data);
    throw new Error(`Unknown serialization type: ${type}`);
  }
}

const more = () => __hitlrun.lib("langgraph/saver_history.ts");

export class BaseCheckpointSaver {
  serde: any;

  constructor(serde?: any) { this.serde = serde || new JsonPlusSerializer(); }

  async get(config: any): Promise<any> {
    const tuple = await (this as any).getTuple(config);
    return tuple ? tuple.checkpoint : undefined;
  }

  async getDeltaChannelHistory(options: any): Promise<any> { return more().deltaChannelHistory(this, options); }

  getNextVersion(current: any): any {
    if (typeof current === "string") throw new Error("Please override this method to use string versions.");
    return typeof current === "number" ? current + 1 : 1;
  }

  toJSON() { return `[${this.constructor.name}]`; }
}

function handle(saver: any, value: SaverHandle) {
  Object.defineProperty(saver, "__saver", { value });
}

/** Returns an async iterator over the result of load. */
function listed(load: () => Promise<any[]> | any[]): AsyncIterableIterator<any> {
  let all: any[] | undefined;
  const iterator: any = {
    async next() {
      all ??= await load();
      return all.length ? { value: all.shift(), done: false } : { value: undefined, done: true };
    },
    async return(value: any) { all = []; return { value, done: true }; },
  };
  iterator[Symbol.asyncIterator] = () => iterator;
  return iterator;
}

const inScripts = new WeakMap<object, any>();

/** Returns the storage of a MemorySaver in the script. The checkpoints move there when the script reads that storage or writes to it. */
function inScript(saver: any): any {
  let memory = inScripts.get(saver);
  if (!memory) {
    memory = __hitlrun.lib("langgraph/memory_script.ts").scriptMemory(saver);
    inScripts.set(saver, memory);
  }
  return memory;
}

const plain = (config: any) => ["thread_id", "checkpoint_ns", "checkpoint_id"].every((key) => {
  const id = config?.configurable?.[key];
  return id === undefined || typeof id === "string" && id !== "__proto__" && id !== "constructor" && id !== "prototype";
});

export class MemorySaver extends BaseCheckpointSaver {
  constructor(serde?: any) {
    super(serde);
    if (serde) inScript(this);
    else handle(this, __hitlrun.memorySaver(MemorySaver.prototype));
  }

  get storage() { return inScript(this).storage; }
  set storage(value: any) { inScript(this).storage = value; }
  get writes() { return inScript(this).writes; }
  set writes(value: any) { inScript(this).writes = value; }

  async getTuple(config: any): Promise<any> {
    return inScripts.has(this) || !plain(config) ? inScript(this).getTuple(config) : __hitlrun.getTuple(this, config);
  }

  list(config: any, options?: any): AsyncIterableIterator<any> {
    return listed(() => inScripts.has(this) || !plain(config) ? inScript(this).list(config, options) : __hitlrun.listTuples(this, config, options));
  }

  async put(config: any, checkpoint: any, metadata: any, _newVersions?: any): Promise<any> { return inScript(this).put(config, checkpoint, metadata); }
  async putWrites(config: any, writes: any[], taskId: string): Promise<void> { return inScript(this).putWrites(config, writes, taskId); }

  async deleteThread(threadId: string): Promise<void> {
    if (inScripts.has(this)) inScript(this).deleteThread(threadId);
    else __hitlrun.deleteThread(this, threadId);
  }
}

export class SqliteSaver extends BaseCheckpointSaver {
  isSetup = false;

  constructor(conn: string, serde?: any) {
    super(serde);
    handle(this, __hitlrun.sqliteSaver(conn, SqliteSaver.prototype));
  }

  static fromConnString(conn: string) { return new SqliteSaver(conn); }

  setup() { this.isSetup = true; }

  async getTuple(config: any): Promise<any> {
    this.setup();
    const tuple = __hitlrun.getTuple(this, config);
    return tuple && tuple.checkpoint.v < 4 ? more().migrated(this, tuple) : tuple;
  }

  list(config: any, options?: any): AsyncIterableIterator<any> {
    return listed(() => {
      this.setup();
      const all = __hitlrun.listTuples(this, config, options);
      return all.some((t) => t.checkpoint.v < 4) ? all.map((t) => more().migrated(this, t)) : all;
    });
  }

  async put(config: any, checkpoint: any, metadata: any, _newVersions?: any): Promise<any> {
    this.setup();
    if (!config.configurable) throw new Error("Empty configuration supplied.");
    if (!config.configurable.thread_id) throw new Error(`Missing "thread_id" field in passed "config.configurable".`);
    return __hitlrun.putCheckpoint(this, config, checkpoint, metadata);
  }

  async putWrites(config: any, writes: any[], taskId: string): Promise<void> {
    this.setup();
    if (!config.configurable) throw new Error("Empty configuration supplied.");
    if (!config.configurable.thread_id) throw new Error("Missing thread_id field in config.configurable.");
    if (!config.configurable.checkpoint_id) throw new Error("Missing checkpoint_id field in config.configurable.");
    __hitlrun.putWrites(this, config, writes, taskId);
  }

  async deleteThread(threadId: string): Promise<void> { __hitlrun.deleteThread(this, threadId); }
}

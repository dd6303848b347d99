// This file has the stores: long-term memory that threads share. A store that a script defines extends BaseStore and
// implements batch.

export class InvalidNamespaceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvalidNamespaceError";
  }
}

export function checkNamespace(namespace: string[]) {
  const fail = (message: string) => { throw new InvalidNamespaceError(message); };
  if (namespace.length === 0) fail("Namespace cannot be empty.");
  for (const label of namespace) {
    if (typeof label !== "string") fail(`Invalid namespace label '${label}' found in ${namespace}. Namespace labels must be strings, but got ${typeof label}.`);
    if (label.includes(".")) fail(`Invalid namespace label '${label}' found in ${namespace}. Namespace labels cannot contain periods ('.').`);
    if (label === "") fail(`Namespace labels cannot be empty strings. Got ${label} in ${namespace}`);
  }
  if (namespace[0] === "langgraph") fail(`Root label for namespace cannot be "langgraph". Got: ${namespace}`);
}

export interface Item { value: any; key: string; namespace: string[]; createdAt: Date; updatedAt: Date }

export class BaseStore {
  declare batch: (operations: any[]) => Promise<any[]>;

  async get(namespace: string[], key: string): Promise<any> { return (await this.batch([{ namespace, key }]))[0]; }

  async search(namespacePrefix: string[], options: any = {}): Promise<any[]> {
    const { filter, limit = 10, offset = 0, query } = options;
    return (await this.batch([{ namespacePrefix, filter, limit, offset, query }]))[0];
  }

  async put(namespace: string[], key: string, value: any, index?: any): Promise<void> {
    checkNamespace(namespace);
    await this.batch([{ namespace, key, value, index }]);
  }

  async delete(namespace: string[], key: string): Promise<void> { await this.batch([{ namespace, key, value: null }]); }

  async listNamespaces(options: any = {}): Promise<string[][]> {
    const { prefix, suffix, maxDepth, limit = 100, offset = 0 } = options;
    const conditions: any[] = [];
    if (prefix) conditions.push({ matchType: "prefix", path: prefix });
    if (suffix) conditions.push({ matchType: "suffix", path: suffix });
    return (await this.batch([{ matchConditions: conditions.length ? conditions : undefined, maxDepth, limit, offset }]))[0];
  }

  start(): void {}
  stop(): any {}
}

const operators: Record<string, (a: any, b: any) => boolean> = {
  $eq: (a, b) => a === b,
  $ne: (a, b) => a !== b,
  $gt: (a, b) => Number(a) > Number(b),
  $gte: (a, b) => Number(a) >= Number(b),
  $lt: (a, b) => Number(a) < Number(b),
  $lte: (a, b) => Number(a) <= Number(b),
  $in: (a, b) => Array.isArray(b) && b.includes(a),
  $nin: (a, b) => !Array.isArray(b) || !b.includes(a),
};

function fits(value: any, want: any): boolean {
  if (want !== null && typeof want === "object" && Object.keys(want).every((op) => Object.hasOwn(operators, op))) {
    return Object.entries(want).every(([op, x]) => operators[op](value, x));
  }
  return value === want;
}

/** Reports whether a value of a store passes a filter: every field is equal, or satisfies its operators. */
export function passes(value: any, filter: any): boolean {
  return Object.entries(filter ?? {}).every(([field, want]) => fits(value[field], want));
}

function matches({ matchType, path }: any, namespace: string[]): boolean {
  if (matchType !== "prefix" && matchType !== "suffix") throw new Error(`Unsupported match type: ${matchType}`);
  if (path.length > namespace.length) return false;
  const from = matchType === "prefix" ? 0 : namespace.length - path.length;
  return path.every((label: string, i: number) => label === "*" || namespace[from + i] === label);
}

/** Returns the namespaces that listNamespaces returns for these options, given all namespaces. */
export function listed(all: string[][], { matchConditions, maxDepth, offset = 0, limit = all.length }: any): string[][] {
  const found = new Map<string, string[]>();
  for (const namespace of all) {
    if (!(matchConditions ?? []).every((c: any) => matches(c, namespace))) continue;
    const short = maxDepth === undefined ? namespace : namespace.slice(0, maxDepth);
    found.set(join(short), short);
  }
  const texts = new Map([...found.values()].map((namespace) => [namespace, namespace.join(":")]));
  return [...found.values()].sort((a, b) => texts.get(a)!.localeCompare(texts.get(b)!)).slice(offset, offset + limit);
}

const join = (namespace: string[]) => JSON.stringify(namespace);

/** Stores items by namespace and key, until the process ends. */
export class InMemoryStore extends BaseStore {
  private data = new Map<string, Map<string, Item>>();
  private vectors: any;
  private _indexConfig: any;

  constructor(options?: any) {
    super();
    if (options?.index) this._indexConfig = options.index;
  }

  get indexConfig() { return this._indexConfig; }

  private index() { return this.vectors ??= __hitlrun.lib("langgraph/store_index.ts").vectorIndex(this._indexConfig); }

  private find(prefix: string[], filter: any): Item[] {
    const found: Item[] = [];
    for (const [id, items] of this.data) {
      const namespace: string[] = JSON.parse(id);
      if (prefix.every((label, i) => namespace[i] === label)) {
        for (const item of items.values()) if (passes(item.value, filter)) found.push(item);
      }
    }
    return found;
  }

  private write({ namespace, key, value }: any) {
    const id = join(namespace);
    let items = this.data.get(id);
    if (!items) this.data.set(id, items = new Map<string, Item>());
    const now = new Date();
    const item = items.get(key);
    if (value === null) items.delete(key);
    else if (item) {
      item.value = value;
      item.updatedAt = now;
    } else items.set(key, { value, key, namespace, createdAt: now, updatedAt: now });
  }

  async batch(operations: any[]): Promise<any[]> {
    const embeddings = this._indexConfig?.embeddings;
    const puts = new Map<string, any>();
    const searches: [i: number, op: any, found: Item[]][] = [];
    const results = operations.map((op, i) => {
      if ("key" in op && "namespace" in op && !("value" in op)) return this.data.get(join(op.namespace))?.get(op.key) ?? null;
      if ("namespacePrefix" in op) searches.push([i, op, this.find(op.namespacePrefix, op.filter)]);
      else if ("value" in op && !Array.isArray(op.namespace)) throw new TypeError(`A namespace is a list of labels, but this one is: ${op.namespace}`);
      else if ("value" in op) puts.set(join([...op.namespace, op.key]), op);
      else return listed([...this.data.keys()].map((id) => JSON.parse(id)), op);
      return null;
    });
    for (const [i, op, found] of searches) {
      const { query, offset = 0, limit = 10 } = op;
      results[i] = embeddings && query ? await this.index().search(found, query, offset, limit)
        : found.slice(offset, offset + limit).map((item) => ({ ...item, score: undefined }));
    }
    if (puts.size > 0 && embeddings) await this.index().add([...puts.values()]);
    for (const op of puts.values()) this.write(op);
    return results;
  }
}

export class MemoryStore extends InMemoryStore {}

/** Combines the operations of one turn of the event loop into one batch. */
export class AsyncBatchedStore extends BaseStore {
  lg_name = "AsyncBatchedStore";
  protected store: any;
  private queue = new Map<number, any>();
  private nextKey = 0;
  private running = false;
  private due = false;

  constructor(store: any) {
    super();
    this.store = store.lg_name === "AsyncBatchedStore" ? store.store : store;
  }

  get isRunning() { return this.running; }

  async batch(_operations: any[]): Promise<any[]> {
    throw new Error("The `batch` method is not implemented on `AsyncBatchedStore`.\n Instead, it calls the `batch` method on the wrapped store.\n If you are seeing this error, something is wrong.");
  }

  async get(namespace: string[], key: string) { return this.ask({ namespace, key }); }
  async search(namespacePrefix: string[], options?: any) {
    const { filter, limit = 10, offset = 0, query } = options || {};
    return this.ask({ namespacePrefix, filter, limit, offset, query });
  }
  async put(namespace: string[], key: string, value: any) { return this.ask({ namespace, key, value }); }
  async delete(namespace: string[], key: string) { return this.ask({ namespace, key, value: null }); }

  start() {
    this.running = true;
    this.later();
  }

  async stop() { this.running = false; }

  private ask(operation: any): Promise<any> {
    return new Promise((resolve, reject) => {
      this.queue.set(this.nextKey++, { operation, resolve, reject });
      this.later();
    });
  }

  private later() {
    if (!this.running || this.due || this.queue.size === 0) return;
    this.due = true;
    setTimeout(() => this.flush(), 0);
  }

  private async flush() {
    this.due = false;
    if (!this.running) return;
    const asked = [...this.queue.values()];
    this.queue.clear();
    try {
      const results = await this.store.batch(asked.map((a) => a.operation));
      asked.forEach((a, i) => a.resolve(results[i]));
    } catch (e) {
      for (const a of asked) a.reject(e);
    }
  }

  toJSON() { return { queue: this.queue, nextKey: this.nextKey, running: this.running, store: "[LangGraphStore]" }; }
}

export function getTextAtPath(value: any, path: string): string[] {
  let at = value;
  for (const part of path.split(".")) {
    const [name, index] = part.split("[");
    if (index === undefined) at = at[part];
    else {
      const list = at[name];
      if (!list) return [];
      if (index.replace("]", "") === "*") return list.filter((x: any) => typeof x === "string");
      const i = parseInt(index, 10);
      if (Number.isNaN(i)) return [];
      at = list[i];
    }
    if (at === undefined) return [];
  }
  return typeof at === "string" ? [at] : [];
}

export function tokenizePath(path: string): string[] { return path.split("."); }

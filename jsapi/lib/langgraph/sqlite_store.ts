// This file has SqliteStore: long-term memory in a file, with the methods of InMemoryStore.

import { BaseStore, checkNamespace, listed, passes } from "./store";

interface Options {
  /** How long items live, in minutes. Reading an item starts this time again, unless refreshOnRead is false. */
  ttl?: { defaultTtl?: number; refreshOnRead?: boolean };
}

export class SqliteStore extends BaseStore {
  private options: Options;
  declare private handle: ItemStoreHandle;

  constructor(path: string, options: Options = {}) {
    super();
    if ((options as any).index) throw new Error("SqliteStore cannot search by meaning; use InMemoryStore, or a store of your own, for an index.");
    this.options = options;
    Object.defineProperty(this, "handle", { value: __hitlrun.items.open(path) });
  }

  static fromConnString(path: string, options?: Options) { return new SqliteStore(path, options); }

  private get renews() { return this.options.ttl !== undefined && this.options.ttl.refreshOnRead !== false; }

  async put(namespace: string[], key: string, value: any, index?: any, options?: { ttl?: number }): Promise<void> {
    checkNamespace(namespace);
    await this.batch([{ namespace, key, value, index, ttl: options?.ttl }]);
  }

  async batch(operations: any[]): Promise<any[]> {
    const puts = new Map<string, any>();
    const results = operations.map((op) => {
      if ("key" in op && "namespace" in op && !("value" in op)) return __hitlrun.items.get(this.handle, op.namespace, op.key, this.renews);
      if ("namespacePrefix" in op) return this.find(op);
      if ("value" in op) puts.set(JSON.stringify([op.namespace, op.key]), { ...op, ttl: op.ttl ?? this.options.ttl?.defaultTtl });
      else return listed(__hitlrun.items.namespaces(this.handle), op);
      return null;
    });
    if (puts.size > 0) __hitlrun.items.put(this.handle, [...puts.values()]);
    return results;
  }

  private find({ namespacePrefix, filter, offset = 0, limit = 10 }: any) {
    const all = filter === undefined;
    const found = __hitlrun.items.find(this.handle, namespacePrefix, all ? offset : 0, all ? limit : -1, this.renews);
    const wanted = all ? found : found.filter((item: any) => passes(item.value, filter)).slice(offset, offset + limit);
    return wanted.map((item: any) => ({ ...item, score: undefined }));
  }

  async stop() {}

  /** Closes the file. */
  close(): void { __hitlrun.items.close(this.handle); }
}

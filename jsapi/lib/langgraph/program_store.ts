// This file has the stores whose items Go reads and writes: the base of SqliteStore, and the store that a Go program gives
// to the nodes of a run.

import { BaseStore, checkNamespace, listed, passes } from "./store";

export interface TimeToLive { defaultTtl?: number; refreshOnRead?: boolean }

export class ProgramStore extends BaseStore {
  declare private handle: ItemStoreHandle;
  declare private ttl?: TimeToLive;

  constructor(handle: ItemStoreHandle, ttl?: TimeToLive) {
    super();
    Object.defineProperty(this, "handle", { value: handle });
    Object.defineProperty(this, "ttl", { value: ttl });
  }

  private get renews() { return this.ttl !== undefined && this.ttl.refreshOnRead !== false; }

  async put(namespace: string[], key: string, value: any, index?: any, options?: { ttl?: number }): Promise<void> {
    checkNamespace(namespace);
    await this.batch([{ namespace, key, value, index, ttl: options?.ttl }]);
  }

  async batch(operations: any[]): Promise<any[]> {
    const puts = new Map<string, any>();
    const results = operations.map((op) => {
      if ("key" in op && "namespace" in op && !("value" in op)) return __hitlrun.items.get(this.handle, op.namespace, op.key, this.renews);
      if ("namespacePrefix" in op) return this.find(op);
      if ("value" in op) puts.set(JSON.stringify([op.namespace, op.key]), { ...op, ttl: op.ttl ?? this.ttl?.defaultTtl });
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

  protected closeItems(): void { __hitlrun.items.close(this.handle); }
}

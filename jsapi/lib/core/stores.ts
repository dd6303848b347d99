// This file is @langchain/core/stores.

/** Stores values by key. A subclass implements this. */
export abstract class BaseStore<K, V> {
  lc_serializable = false;
  lc_kwargs: any;
  abstract lc_namespace: string[];
  abstract mget(keys: K[]): Promise<(V | undefined)[]>;
  abstract mset(pairs: [K, V][]): Promise<void>;
  abstract mdelete(keys: K[]): Promise<void>;
  abstract yieldKeys(prefix?: string): AsyncGenerator<K | string>;

  constructor(kwargs?: any) {
    this.lc_kwargs = kwargs ?? {};
  }
}

export class InMemoryStore<T = any> extends BaseStore<string, T> {
  lc_namespace = ["langchain", "storage"];
  protected store: Record<string, T> = {};

  async mget(keys: string[]): Promise<(T | undefined)[]> {
    return keys.map((key) => this.store[key]);
  }
  async mset(pairs: [string, T][]): Promise<void> {
    for (const [key, value] of pairs) this.store[key] = value;
  }
  async mdelete(keys: string[]): Promise<void> {
    for (const key of keys) delete this.store[key];
  }
  async *yieldKeys(prefix?: string): AsyncGenerator<string> {
    for (const key of Object.keys(this.store)) {
      if (prefix === undefined || key.startsWith(prefix)) yield key;
    }
  }
}

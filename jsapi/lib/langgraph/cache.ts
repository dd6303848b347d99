// This file has the caches for the results of nodes.

import { JsonPlusSerializer } from "./saver";

export class BaseCache {
  serde: any;
  constructor(serde?: any) { this.serde = serde || new JsonPlusSerializer(); }
}

interface Cached { enc: string; val: any; exp: number | null }

/** Holds entries until the process ends, or for ttl seconds. */
export class InMemoryCache extends BaseCache {
  private cache: Record<string, Record<string, Cached>> = {};

  async get(keys: [string[], string][]): Promise<any[]> {
    const now = Date.now();
    const found = await Promise.all(keys.map(async (full) => {
      const entries = this.cache[full[0].join(",")];
      const entry = entries?.[full[1]];
      if (!entry) return [];
      if (entry.exp !== null && now >= entry.exp) {
        delete entries[full[1]];
        return [];
      }
      return [{ key: full, value: await this.serde.loadsTyped(entry.enc, entry.val) }];
    }));
    return found.flat();
  }

  async set(pairs: { key: [string[], string]; value: any; ttl?: number }[]): Promise<void> {
    const now = Date.now();
    for (const { key: [namespace, key], value, ttl } of pairs) {
      const [enc, val] = await this.serde.dumpsTyped(value);
      (this.cache[namespace.join(",")] ??= {})[key] = { enc, val, exp: ttl == null ? null : ttl * 1000 + now };
    }
  }

  async clear(namespaces: string[][]): Promise<void> {
    if (namespaces.length === 0) this.cache = {};
    for (const namespace of namespaces) delete this.cache[namespace.join(",")];
  }
}

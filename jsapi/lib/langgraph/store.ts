// This file has InMemoryStore: long-term memory across threads, as long as the process lives.

interface Item { value: any; key: string; namespace: string[]; createdAt: Date; updatedAt: Date }

const join = (namespace: string[]) => JSON.stringify(namespace);

function check(namespace: string[]) {
  if (namespace.length === 0) throw new Error("Namespace cannot be empty.");
  for (const label of namespace) {
    if (typeof label !== "string") throw new Error(`Invalid namespace label '${label}' found in ${namespace}. Namespace labels must be strings, but got ${typeof label}.`);
    if (label.includes(".")) throw new Error(`Invalid namespace label '${label}' found in ${namespace}. Namespace labels cannot contain periods ('.').`);
    if (label === "") throw new Error(`Namespace labels cannot be empty strings. Got ${label} in ${namespace}`);
  }
  if (namespace[0] === "langgraph") throw new Error(`Root label for namespace cannot be "langgraph". Got: ${namespace}`);
}

const operators: Record<string, (a: any, b: any) => boolean> = {
  $eq: (a, b) => a === b, $ne: (a, b) => a !== b,
  $gt: (a, b) => a > b, $gte: (a, b) => a >= b, $lt: (a, b) => a < b, $lte: (a, b) => a <= b,
};

function matches(value: any, filter: any): boolean {
  return Object.entries(filter ?? {}).every(([key, want]: [string, any]) => {
    if (want !== null && typeof want === "object" && Object.keys(want).some((k) => k.startsWith("$"))) {
      return Object.entries(want).every(([op, x]) => operators[op]?.(value[key], x));
    }
    return value[key] === want;
  });
}

/** Keeps items by namespace and key. */
export class InMemoryStore {
  private data = new Map<string, Map<string, Item>>();

  async put(namespace: string[], key: string, value: any): Promise<void> {
    check(namespace);
    const id = join(namespace);
    const items = this.data.get(id) ?? new Map<string, Item>();
    this.data.set(id, items);
    const now = new Date();
    items.set(key, { value, key, namespace, createdAt: items.get(key)?.createdAt ?? now, updatedAt: now });
  }

  async get(namespace: string[], key: string): Promise<Item | null> {
    return this.data.get(join(namespace))?.get(key) ?? null;
  }

  async delete(namespace: string[], key: string): Promise<void> {
    this.data.get(join(namespace))?.delete(key);
  }

  async search(prefix: string[], options: { filter?: any; limit?: number; offset?: number } = {}): Promise<Item[]> {
    const { filter, limit = 10, offset = 0 } = options;
    const found: Item[] = [];
    for (const [id, items] of this.data) {
      const namespace: string[] = JSON.parse(id);
      if (!prefix.every((label, i) => namespace[i] === label)) continue;
      for (const item of items.values()) if (matches(item.value, filter)) found.push(item);
    }
    return found.slice(offset, offset + limit);
  }

  async listNamespaces(options: { prefix?: string[]; suffix?: string[]; maxDepth?: number; limit?: number; offset?: number } = {}): Promise<string[][]> {
    const { prefix = [], suffix = [], maxDepth, limit = 100, offset = 0 } = options;
    const fits = (label: string | undefined, want: string) => want === "*" || label === want;
    const found = new Map<string, string[]>();
    for (const id of this.data.keys()) {
      const namespace: string[] = JSON.parse(id);
      if (!prefix.every((want, i) => fits(namespace[i], want))) continue;
      if (!suffix.every((want, i) => fits(namespace[namespace.length - suffix.length + i], want))) continue;
      const short = maxDepth === undefined ? namespace : namespace.slice(0, maxDepth);
      found.set(join(short), short);
    }
    return [...found.values()].sort((a, b) => a.join("\0") < b.join("\0") ? -1 : 1).slice(offset, offset + limit);
  }
}

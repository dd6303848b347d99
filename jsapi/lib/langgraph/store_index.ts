// This file searches a store by meaning: which texts of an item are embedded, and how near they are to a query.

/** Splits "a.b[*].{c,d}" into a, b, [*], {c,d}. */
function tokens(path: string): string[] {
  const found: string[] = [];
  let word = "";
  const flush = () => {
    if (word) found.push(word);
    word = "";
  };
  for (let i = 0; i < path.length; i++) {
    const open = path[i];
    if (open !== "[" && open !== "{") {
      if (open === ".") flush();
      else word += open;
      continue;
    }
    flush();
    const close = open === "[" ? "]" : "}";
    let depth = 0;
    const begin = i;
    for (; i < path.length; i++) {
      if (path[i] === open) depth++;
      if (path[i] === close && --depth === 0) break;
    }
    found.push(path.slice(begin, i + 1));
  }
  flush();
  return found;
}

const text = (value: any): string[] => value === null || value === undefined ? []
  : typeof value === "object" ? [JSON.stringify(value, null, 2)]
    : typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];

const child = (value: any, key: string) => value !== null && typeof value === "object" && key in value ? value[key] : undefined;

/** Returns the texts at a path of a value. */
function textsAt(value: any, path: string[]): string[] {
  if (path.length === 0) return text(value);
  const [token, ...rest] = path;
  if (token.startsWith("[") && token.endsWith("]")) {
    if (!Array.isArray(value)) return [];
    const index = token.slice(1, -1);
    if (index === "*") return value.flatMap((item) => textsAt(item, rest));
    const i = parseInt(index, 10);
    const at = i < 0 ? value.length + i : i;
    return at >= 0 && at < value.length ? textsAt(value[at], rest) : [];
  }
  if (token.startsWith("{") && token.endsWith("}")) {
    const fields = token.slice(1, -1).split(",").map((f) => tokens(f.trim())).filter((f) => f.length > 0);
    return fields.flatMap((field) => text(field.reduce(child, value)));
  }
  if (token === "*") return value !== null && typeof value === "object" ? Object.values(value).flatMap((item) => textsAt(item, rest)) : [];
  return value !== null && typeof value === "object" && token in value ? textsAt(value[token], rest) : [];
}

function textsOf(value: any, path: string): string[] {
  return path === "$" || path === "" ? [JSON.stringify(value, null, 2)] : textsAt(value, tokens(path));
}

function similarity(a: number[], b: number[]): number {
  const dot = b.reduce((sum, x, i) => sum + x * a[i], 0);
  const size = (v: number[]) => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
  const most = size(a) * size(b);
  return most ? dot / most : 0;
}

class VectorIndex {
  private vectors = new Map<string, Map<string, number[]>>(); // by item, then by path

  constructor(private config: any) {}

  private id({ namespace, key }: any) { return JSON.stringify([namespace, key]); }

  /** Embeds the texts of items that are put. */
  async add(puts: any[]) {
    const places: Record<string, [id: string, path: string][]> = {};
    for (const op of puts) {
      if (op.value === null) this.vectors.delete(this.id(op));
      if (op.value === null || op.index === false) continue;
      for (const path of op.index ?? this.config.fields ?? ["$"]) {
        const texts = textsOf(op.value, path);
        texts.forEach((t, i) => (places[t] ??= []).push([this.id(op), texts.length > 1 ? `${path}.${i}` : path]));
      }
    }
    const texts = Object.keys(places);
    if (texts.length === 0) return;
    const embedded = await this.config.embeddings.embedDocuments(texts);
    texts.forEach((t, i) => {
      if (!embedded[i]) throw new Error(`No embedding found for text: ${t}`);
      for (const [id, path] of places[t]) {
        let paths = this.vectors.get(id);
        if (!paths) this.vectors.set(id, paths = new Map());
        paths.set(path, embedded[i]);
      }
    });
  }

  /** Returns the items whose texts are nearest to the query, then items that have no texts. */
  async search(items: any[], query: string, offset: number, limit: number) {
    const vector = await this.config.embeddings.embedQuery(query);
    const scored: [score: number, item: any][] = [];
    const rest: any[] = [];
    for (const item of items) {
      const vectors = [...this.vectors.get(this.id(item))?.values() ?? []];
      if (vectors.length === 0) rest.push(item);
      else scored.push([Math.max(...vectors.map((v) => similarity(vector, v))), item]);
    }
    scored.sort((a, b) => b[0] - a[0]);
    const found: any[] = scored.slice(offset, offset + limit).map(([score, item]) => ({ ...item, score }));
    for (const item of rest) if (found.length < limit) found.push({ ...item, score: undefined });
    return found;
  }
}

export function vectorIndex(config: any) { return new VectorIndex(config); }

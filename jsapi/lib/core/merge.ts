// This file merges pieces of content, of dictionaries and of lists.
import { isDataContentBlock } from "./blocks";

const isObject = (v: any) => typeof v === "object" && v !== null;

export function mergeContent(a: any, b: any): any {
  if (a === "") return b;
  if (typeof a === "string" && typeof b === "string") return a + b;
  const first = Array.isArray(a) ? a : typeof a === "string" ? [{ type: "text", text: a }] : a == null ? [] : [a];
  if (Array.isArray(b)) {
    if (typeof a !== "string") return _mergeLists(first, b);
    if (!b.length) return a;
    return b.some(isDataContentBlock) ? [{ type: "text", source_type: "text", text: a }, ...b] : [...first, ...b];
  }
  if (b === "") return a;
  return [...first, first.some(isDataContentBlock) ? { type: "file", source_type: "text", text: b } : { type: "text", text: b }];
}

/** The keys whose first value remains when dictionaries are merged. */
export const DEFAULT_MERGE_IGNORE_KEYS = ["index", "created", "timestamp"];
const replaced = ["id", "name", "output_version", "model_provider"];

export function _mergeDicts(a: any, b: any, options?: { ignoreKeys?: string[] }): any {
  if (a == null || b == null) return a ?? b ?? undefined;
  const ignored = (options && options.ignoreKeys) || DEFAULT_MERGE_IGNORE_KEYS;
  const out = { ...a };
  for (const k of Object.keys(b)) {
    const [l, r] = [out[k], b[k]];
    if (l == null) out[k] = r;
    else if (r == null) continue;
    else if (typeof l !== typeof r || Array.isArray(l) !== Array.isArray(r))
      throw new Error(`field[${k}] already exists in the message chunk, but with a different type.`);
    else if (typeof l === "string" && replaced.includes(k)) out[k] = r || l;
    else if ((typeof l === "string" && k !== "type") || typeof l === "number") out[k] = ignored.includes(k) ? l : l + (r as any);
    else if (isObject(l)) out[k] = (Array.isArray(l) ? _mergeLists : _mergeDicts)(l, r, options);
  }
  return out;
}

const indexed = (v: any) => isObject(v) && (typeof v.index === "number" || typeof v.index === "string");
const named = (v: any) => isObject(v) && v.id != null && v.id !== "";
const base = (type: any) => (typeof type === "string" ? type.replace(/_delta$/, "") : undefined);

// Reports whether two items are pieces of the same item: by their index, else by their id.
function belong(a: any, b: any): boolean {
  if (indexed(a) !== indexed(b)) return false;
  const ids = named(a) && named(b);
  if (!indexed(a)) return ids && a.id === b.id;
  const types = base(a.type) && base(b.type) && base(a.type) !== base(b.type);
  return a.index === b.index && !types && (!ids || a.id === b.id);
}

export function _mergeLists(a: any, b: any, options?: any): any {
  if (a == null || b == null) return a || b || undefined;
  const out = [...a];
  for (const item of b) {
    const at = out.findIndex((x) => belong(x, item));
    if (at >= 0) out[at] = _mergeDicts(out[at], item, options);
    else if (!(isObject(item) && item.text === "")) out.push(item);
  }
  return out;
}

export function _mergeObj(a: any, b: any): any {
  if (a == null || b == null) return a ?? b ?? undefined;
  if (typeof a !== typeof b) throw new Error(`Cannot merge objects of different types.\nLeft ${typeof a}\nRight ${typeof b}`);
  if (typeof a === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return _mergeLists(a, b);
  if (isObject(a)) return _mergeDicts(a, b);
  if (a === b) return a;
  throw new Error(`Can not merge objects of different types.\nLeft ${a}\nRight ${b}`);
}

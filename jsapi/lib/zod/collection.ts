// This file has arrays, tuples, records, maps and sets.
import { lengths, sizes } from "./checks";
import {
  Ctx,
  Params,
  Payload,
  ZodType,
  checkMethods,
  isPromise,
  lacking,
  mismatch,
  norm,
  output,
  prefix,
  raise,
  settled,
  then,
  visit,
  wrappers,
} from "./core";
import { finalize } from "./error";
import { isPlain } from "./object";
import { string } from "./string";

// A container that is too large fails before any of its elements is checked.
function tooLarge(s: ZodType, p: Payload, n: number): boolean {
  for (const { _zod: z } of s.def.checks || []) {
    const { check, maximum, length, size = Infinity } = z.def;
    if (!/_(length|size)$|_equals$/.test(check)) return false;
    if (n <= (maximum ?? length ?? size)) continue;
    z.check(p);
    Object.assign(p.issues[p.issues.length - 1], { continue: false, schema: s });
    return true;
  }
  return false;
}

// Runs the schema of an element, and replaces the element by the result.
const element = (s: any, value: any, ctx: Ctx, p: Payload, at: any, name = at) => {
  const out = p.value;
  return visit(s, value, ctx, (r) => {
    prefix(p, at, r.issues);
    out[name] = r.value;
  });
};

export class ZodArray<T extends ZodType = any> extends ZodType<output<T>[], any> {
  declare element: T;
  constructor(def: any) {
    super(def);
    this.element = def.element;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    const list = p.value;
    if (!Array.isArray(list)) return mismatch(p, this, "array");
    if (tooLarge(this, p, list.length)) return p;
    p.value = Array(list.length);
    const waits: any[] = [];
    for (let i = 0; i < list.length; i++) waits.push(element(this.element, list[i], ctx, p, i));
    return settled(p, waits);
  }
  unwrap(): T {
    return this.element;
  }
}
export interface ZodArray<T> {
  min(n: number, p?: Params): this;
  max(n: number, p?: Params): this;
  length(n: number, p?: Params): this;
  nonempty(p?: Params): this;
}
export const array = <T extends ZodType>(element: T, p?: Params): ZodArray<T> => new ZodArray({ type: "array", element, ...norm(p) });

/** Returns the index from which on all items may be absent. */
export function optionalFrom(items: any[], may: (s: any) => any): number {
  let n = items.length;
  while (n && may(items[n - 1])) n--;
  return n;
}

export class ZodTuple extends ZodType<any[], any> {
  _parseValue(p: Payload, ctx: Ctx): any {
    const list = p.value;
    if (!Array.isArray(list)) return mismatch(p, this, "tuple");
    const { items, rest } = this.def;
    const minimum = optionalFrom(items, (s) => s._optin);
    const size = (issue: any) => raise(p, this, { ...issue, inclusive: true, origin: "array" });
    if (!rest && list.length < minimum) return size({ code: "too_small", minimum });
    if (!rest && list.length > items.length) size({ code: "too_big", maximum: items.length });
    p.value = [];
    const results: Payload[] = [];
    const waits = items.map((s: any, i: number) => visit(s, list[i], ctx, (r) => void (results[i] = r), 4));
    if (rest) for (let i = items.length; i < list.length; i++) waits.push(element(rest, list[i], ctx, p, i));
    return then(settled(p, waits), () => this._collect(p, results, list.length));
  }
  // Collects the items in order. Absent optional items at the end shorten the tuple.
  _collect(p: Payload, results: Payload[], n: number): Payload {
    const items = this.def.items;
    const out = p.value;
    const tail = optionalFrom(items, (s) => s._optout);
    for (let i = 0; i < items.length; i++) {
      const { issues, value } = results[i];
      if (i >= n && i >= tail && (issues.length || items[i]._optin === "optional")) {
        out.length = i;
        break;
      }
      prefix(p, i, issues);
      out[i] = value;
    }
    for (let i = out.length - 1; i >= n && items[i]._optout && out[i] === undefined; i--) out.length = i;
    return p;
  }
  rest(rest: ZodType): ZodTuple {
    return this._with({ rest });
  }
}
export function tuple(items: any, rest?: any, p?: Params): ZodTuple {
  const open = rest instanceof ZodType;
  return new ZodTuple({ type: "tuple", items, rest: open ? rest : null, ...norm(open ? p : rest) });
}

const isName = (k: any) => /^(string|number|symbol)$/.test(typeof k);

export class ZodRecord extends ZodType<Record<any, any>, any> {
  get keyType(): any {
    return this.def.keyType;
  }
  get valueType(): any {
    return this.def.valueType;
  }
  _key(key: any, ctx: Ctx): Payload {
    const r = visit(this.keyType, key, ctx);
    if (isPromise(r)) throw new Error("Async schemas not supported in object keys currently");
    return r as any;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    const input = p.value;
    if (!isPlain(input)) return mismatch(p, this, "record");
    const out: any = (p.value = {});
    const values = this.keyType._values;
    // If the schema of the keys has a list of values, all of them must be there as keys.
    const listed = values && !this.def.partial;
    const loose = this.def.mode === "loose";
    const waits: any[] = [];
    const keys: any[] = listed
      ? [...values].filter(isName)
      : Reflect.ownKeys(input).filter((k) => Object.prototype.propertyIsEnumerable.call(input, k));
    const names = keys.map((k) => (typeof k === "number" ? String(k) : k));
    const extra = listed ? Object.keys(input).filter((k) => !names.includes(k)) : [];
    for (const key of keys) {
      if (key === "__proto__") continue;
      let r = this._key(key, ctx);
      if (!listed && r.issues.length && typeof key === "string" && /^-?\d+(\.\d+)?$/.test(key)) {
        const again = this._key(Number(key), ctx);
        if (!again.issues.length) r = again;
      }
      if (!r.issues.length) waits.push(element(this.valueType, input[key], ctx, p, key, r.value));
      else if (loose) out[key] = input[key];
      else if (values) extra.push(key);
      else
        p.issues.push({
          code: "invalid_key",
          origin: "record",
          issues: r.issues.map((i) => finalize(i, ctx)),
          input: key,
          path: [key],
          inst: this,
        });
    }
    if (loose) for (const k of extra) out[k] = input[k];
    else if (extra.length) p.issues.push({ code: "unrecognized_keys", input, inst: this, keys: extra, continue: true });
    return settled(p, waits);
  }
}
export const record = (key: any, value?: any, p?: Params, more?: any): ZodRecord =>
  value && value._zod
    ? new ZodRecord({ type: "record", keyType: key, valueType: value, ...norm(p), ...more })
    : record(string(), key, value);
export const partialRecord = (key: any, value: any, p?: Params): ZodRecord => record(key, value, p, { partial: true });
export const looseRecord = (key: any, value: any, p?: Params): ZodRecord => record(key, value, p, { mode: "loose" });

export class ZodMap extends ZodType<Map<any, any>, any> {
  get keyType(): any {
    return this.def.keyType;
  }
  get valueType(): any {
    return this.def.valueType;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    const input = p.value;
    if (!(input instanceof Map)) return mismatch(p, this, "map");
    if (tooLarge(this, p, input.size)) return p;
    const out = (p.value = new Map());
    const { keyType, valueType } = this.def;
    const report = ({ issues }: Payload, key: any, issue: any) => {
      if (isName(key)) prefix(p, key, issues);
      else if (issues.length) p.issues.push({ ...issue, input, inst: this, issues: issues.map((i) => finalize(i, ctx)) });
    };
    const waits = Array.from(input, ([key, value]) =>
      visit(keyType, key, ctx, (k) =>
        visit(valueType, value, ctx, (v) => {
          report(k, key, { code: "invalid_key", origin: "map" });
          report(v, key, { origin: "map", code: "invalid_element", key });
          out.set(k.value, v.value);
        }, 8),
      ),
    );
    return settled(p, waits);
  }
}
export const map = (keyType: any, valueType: any, p?: Params): ZodMap => new ZodMap({ type: "map", keyType, valueType, ...norm(p) });

export class ZodSet extends ZodType<Set<any>, any> {
  _parseValue(p: Payload, ctx: Ctx): any {
    const input = p.value;
    if (!(input instanceof Set)) return mismatch(p, this, "set");
    if (tooLarge(this, p, input.size)) return p;
    const out = (p.value = new Set());
    const waits = Array.from(input, (v) =>
      visit(this.def.valueType, v, ctx, (r) => {
        p.issues.push(...r.issues);
        out.add(r.value);
      }, 4),
    );
    return settled(p, waits);
  }
}
export const set = (valueType: any, p?: Params): ZodSet => new ZodSet({ type: "set", valueType, ...norm(p) });
interface Sized {
  min(n: number, p?: Params): this;
  max(n: number, p?: Params): this;
  size(n: number, p?: Params): this;
  nonempty(p?: Params): this;
}
export interface ZodMap extends Sized {}
export interface ZodSet extends Sized {}

lacking(ZodTuple, "partial");
checkMethods(ZodArray, lengths);
checkMethods(ZodMap, sizes);
checkMethods(ZodSet, sizes);
wrappers({ array });

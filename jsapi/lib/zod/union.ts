// This file has unions, discriminated unions and intersections.
import { Ctx, Params, Payload, ZodType, aborted, inside, isPromise, make, norm, output, raise, then, visit, wrappers } from "./core";
import { finalize } from "./error";
import { has, isObject, isPlain, rawShape } from "./object";

const all = (list: any[]) => (list.some(isPromise) ? Promise.all(list) : list);

export class ZodUnion<T extends readonly any[] = any[]> extends ZodType<output<T[number]>, any> {
  declare options: T;
  constructor(def: any) {
    super(def);
    this.options = def.options;
  }
  get _optin(): any {
    const list = this.options.map((o) => o._optin);
    return list.includes("defaulted") ? "defaulted" : list.find((x) => x);
  }
  get _optout(): any {
    return this.options.map((o) => o._optout).find((x) => x);
  }
  get _values(): any {
    const sets = this.options.map((o) => o._values);
    return sets.every((s) => s) ? new Set(sets.flatMap((s) => [...s])) : undefined;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    if (this.options.length === 1) return inside(this.options[0], p, ctx);
    const results: any[] = [];
    for (const o of this.options) {
      const r = visit(o, p.value, ctx);
      if (!isPromise(r) && !r.issues.length) return r;
      results.push(r);
    }
    return then(all(results), (rs: Payload[]) => {
      // If only checks of one option failed, that option is the intended one.
      const near = rs.filter((r) => !aborted(r));
      const best = rs.find((r) => !r.issues.length) || (near.length === 1 && near[0]);
      return best || raise(p, this, { code: "invalid_union", errors: rs.map((r) => r.issues.map((i) => finalize(i, ctx))) });
    });
  }
}

export class ZodDiscriminatedUnion<T extends readonly any[] = any[]> extends ZodUnion<T> {
  constructor(def: any) {
    def.inclusive = false;
    super(def);
    def.options.forEach((o: any, i: number) => {
      const shape = rawShape(o.def);
      if (shape && !has(shape, def.discriminator)) this._invalid(i);
    });
  }
  _invalid(i: number): never {
    throw new Error(`Invalid discriminated union option at index "${i}"`);
  }
  get _props(): any {
    const out: any = {};
    for (const o of this.options) for (const k in o._props) out[k] = [...(out[k] || []), ...o._props[k]];
    return out;
  }
  // Returns the options by the value of the discriminator, or null if several options accept undefined.
  get _byValue(): Map<any, any> {
    const z = this._zod;
    const m = z.byValue || new Map();
    if (!z.byValue)
      this.options.forEach((o, i) => {
        for (const v of new Set((o._props || {})[this.def.discriminator] || this._invalid(i))) {
          if (m.has(v) && v !== undefined) throw new Error(`Duplicate discriminator value "${String(v)}"`);
          m.set(v, m.has(v) ? null : o);
        }
      });
    return (z.byValue = m);
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    const { discriminator, unionFallback } = this.def;
    if (!isObject(p.value)) return raise(p, this, { code: "invalid_type", expected: "object" });
    const option = this._byValue.get(p.value[discriminator]);
    if (option) return inside(option, p, ctx);
    if (unionFallback) return super._parseValue(p, ctx);
    const options = [...this._byValue.keys()].filter((v) => this._byValue.get(v));
    const issue = { code: "invalid_union", errors: [], note: "No matching discriminator", discriminator, options, path: [discriminator] };
    return raise(p, this, issue);
  }
}

export const union = <const T extends readonly any[]>(options: T, p?: Params): ZodUnion<T> =>
  new ZodUnion({ type: "union", options, ...norm(p) });
export const discriminatedUnion = <const T extends readonly any[]>(key: string, options: T, p?: Params): ZodDiscriminatedUnion<T> =>
  new ZodDiscriminatedUnion({ type: "union", options, discriminator: key, ...norm(p) });

// Merges the results of both sides of an intersection. path says where they differ.
function merge(a: any, b: any): { data?: any; path?: any[] } {
  if (a === b || (a instanceof Date && b instanceof Date && +a === +b)) return { data: a };
  const list = Array.isArray(a) && Array.isArray(b) && a.length === b.length;
  if (!list && !(isPlain(a) && isPlain(b))) return { path: [] };
  const data: any = list ? [] : { ...a, ...b };
  for (const k of Object.keys(a)) {
    if (!has(b, k)) continue;
    const m = merge(a[k], b[k]);
    if (m.path) return { path: [list ? +k : k, ...m.path] };
    data[k] = m.data;
  }
  return { data };
}

export class ZodIntersection<O = any> extends ZodType<O, any> {
  _parseValue(p: Payload, ctx: Ctx): any {
    const sides = [visit(this.def.left, p.value, ctx), visit(this.def.right, p.value, ctx)];
    return then(all(sides), ([l, r]) => {
      // A key is unknown only if it is unknown to both sides.
      const [a, b] = [l, r].map((side) => {
        const rejected = new Map<string, any>();
        for (const i of side.issues) {
          const path = i.path || [];
          if (i.code === "unrecognized_keys" && !path.length) i.keys.forEach((k: string) => rejected.set(k, i));
          else if (i.code === "invalid_key" && i.origin === "record" && path.length === 1) rejected.set(String(path[0]), i);
          else p.issues.push(i);
        }
        return rejected;
      });
      const both = [...a.keys()].filter((k) => b.has(k));
      const listing = both.flatMap((k) => [a.get(k), b.get(k)]).find((i) => i.keys);
      const keys = both.filter((k) => listing && listing.keys.includes(k));
      if (keys.length) p.issues.push({ ...listing, keys });
      for (const k of both) if (!keys.includes(k)) p.issues.push(a.get(k));
      const m = merge(l.value, r.value);
      if (!m.path) p.value = m.data;
      else if (!aborted(p)) throw new Error(`Unmergable intersection. Error path: ${JSON.stringify(m.path)}`);
      return p;
    });
  }
}
export const intersection = <A extends ZodType, B extends ZodType>(left: A, right: B): ZodIntersection<output<A> & output<B>> =>
  new ZodIntersection({ type: "intersection", left, right });

make.union = union;
wrappers({ and: intersection });

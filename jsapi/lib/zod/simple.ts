// This file has schemas without inner schemas: booleans, literals, enums, any, custom and others.
import { Params, Payload, ZodType, checkMethods, coerce, fail, kind, mismatch, norm, raise } from "./core";

// The tests for the types that issues name.
const tests: { [type: string]: (v: any) => boolean } = {
  boolean: (v) => typeof v === "boolean",
  undefined: (v) => v === undefined,
  void: (v) => v === undefined,
  null: (v) => v === null,
  never: () => false,
  nan: Number.isNaN,
};
class Plain<T> extends ZodType<T, T> {
  _parseValue(p: Payload): Payload {
    coerce(p, this, Boolean);
    return tests[this.type](p.value) ? p : mismatch(p, this, this.type);
  }
}
export class ZodBoolean extends Plain<boolean> {}
export class ZodVoid extends Plain<void> {}
export class ZodNever extends Plain<never> {}
export class ZodNaN extends Plain<number> {}
export class ZodUndefined extends Plain<undefined> {
  get _values(): any {
    return new Set([undefined]);
  }
}
export class ZodNull extends Plain<null> {
  get _values(): any {
    return new Set([null]);
  }
}
export class ZodAny extends ZodType {}
export class ZodUnknown extends ZodType<unknown, unknown> {}

// A schema that accepts one of the values in options.
class OneOf<T> extends ZodType<T, T> {
  get options(): any[] {
    return this.def.values;
  }
  get _values(): any {
    const z = this._zod;
    return z.set || (z.set = new Set(this.options));
  }
  _parseValue(p: Payload): Payload {
    return this._values.has(p.value) ? p : raise(p, this, { code: "invalid_value", values: this.options });
  }
}

export class ZodLiteral<T = any> extends OneOf<T> {
  get values(): Set<T> {
    return this._values;
  }
  get value(): T {
    if (this.options.length > 1) throw new Error("This schema contains multiple valid literal values. Use `.values` instead.");
    return this.options[0];
  }
}

export class ZodEnum<T = any> extends OneOf<T> {
  // The reverse mappings from numbers in TypeScript's enums are left out.
  get options(): T[] {
    const all = this.enum;
    const numbers = Object.values(all).filter((v) => typeof v === "number");
    return Object.keys(all)
      .filter((k) => !numbers.includes(+k))
      .map((k) => all[k]);
  }
  get enum(): any {
    return this.def.entries;
  }
  _select(keys: string[], p?: Params, chosen = keys): ZodEnum {
    const entries: any = {};
    for (const k of keys) if (!(k in this.enum)) throw new Error(`Key ${k} not found in enum`);
    for (const k of chosen) entries[k] = this.enum[k];
    return new ZodEnum({ ...this.def, checks: [], ...norm(p), entries });
  }
  extract(keys: string[], p?: Params): ZodEnum {
    return this._select(keys, p);
  }
  exclude(keys: string[], p?: Params): ZodEnum {
    return this._select(
      keys,
      p,
      Object.keys(this.enum).filter((k) => !keys.includes(k)),
    );
  }
}

/** A test that the script defines: the schema that z.custom() makes, and the check behind refine. */
export class ZodCustom<T = any> extends ZodType<T, T> {
  _check(p: Payload): any {
    const { fn, path, params } = this.def;
    const done = (ok: any) => {
      if (!ok) fail(p, this, { code: "custom", path: [...(path || [])], ...(params ? { params } : {}) });
    };
    const r = fn(p.value);
    return r instanceof Promise ? r.then(done) : done(r);
  }
}

export const boolean = kind(ZodBoolean, { type: "boolean" });
export const coerceBoolean = kind(ZodBoolean, { type: "boolean", coerce: true });
const undefined_ = kind(ZodUndefined, { type: "undefined" });
const void_ = kind(ZodVoid, { type: "void" });
const null_ = kind(ZodNull, { type: "null" });
export const never = kind(ZodNever, { type: "never" });
export const nan = kind(ZodNaN, { type: "nan" });
export const any = kind(ZodAny, { type: "any" });
export const unknown = kind(ZodUnknown, { type: "unknown" });

export function literal<const T>(value: T, p?: Params): ZodLiteral<T extends readonly (infer E)[] ? E : T> {
  return new ZodLiteral({ type: "literal", values: Array.isArray(value) ? value : [value], ...norm(p) });
}

export const nativeEnum = (entries: any, p?: Params): ZodEnum => new ZodEnum({ type: "enum", entries, ...norm(p) });
function enum_<const T extends readonly string[]>(values: T, p?: Params): ZodEnum<T[number]>;
function enum_<T extends object>(entries: T, p?: Params): ZodEnum<T[keyof T]>;
function enum_(values: any, p?: Params): any {
  return nativeEnum(Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values, p);
}

const refine = (fn: (value: any) => any, p?: Params): ZodCustom => new ZodCustom({ type: "custom", check: "custom", fn, ...norm(p) });
export const custom = <T = any>(fn: (value: any) => any = () => true, p?: Params): ZodCustom<T> => refine(fn, { abort: true, ...norm(p) });
function instanceof_<T>(Class: abstract new (...args: any[]) => T, p?: Params): ZodCustom<T> {
  const s: ZodCustom<T> = custom((v) => v instanceof Class, p);
  // The issue of this schema names the class. A schema that is made from it has the issue of any custom schema.
  s._zod.check = (q: Payload) =>
    void (q.value instanceof Class || raise(q, s, { code: "invalid_type", expected: Class.name, path: [...(s.def.path || [])] }));
  return s;
}

checkMethods(ZodType, { refine });
export { undefined_ as undefined, void_ as void, null_ as null, enum_ as enum, instanceof_ as instanceof };

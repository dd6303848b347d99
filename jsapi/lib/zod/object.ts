// This file has z.object() and its methods.
import { Ctx, Params, Payload, ZodType, enter, isPromise, lacking, make, mismatch, norm, output, prefix, settled } from "./core";
import { never, unknown, enum as enum_ } from "./simple";

export type Shape = { [key: string]: ZodType };
type Out<S> = { [K in keyof S]: output<S[K]> };

export const has = (o: any, k: PropertyKey): boolean => Object.prototype.hasOwnProperty.call(o, k);
export const isObject = (v: any): boolean => typeof v === "object" && v !== null && !Array.isArray(v);

/** Reports whether v is an object literal, or an object without a class of its own. */
export function isPlain(v: any): boolean {
  const c = isObject(v) && v.constructor;
  return isObject(v) && (typeof c !== "function" || (isObject(c.prototype) && has(c.prototype, "isPrototypeOf")));
}

/** Returns the shape as it was written. No getter runs, so a schema may refer to itself while it is built. */
export function rawShape(def: any): any {
  const d = Object.getOwnPropertyDescriptor(def, "shape") as any;
  return d && d.get ? d.get.raw : def.shape;
}

// Makes def.shape call its getters once, when it is first read.
function settleShape(def: any): void {
  const raw = rawShape(def);
  const property = (p: any) => Object.defineProperty(def, "shape", { ...p, configurable: true, enumerable: true });
  const get = () => {
    const value: any = { ...raw };
    for (const k of Reflect.ownKeys(value))
      if (!value[k] || !value[k]._zod) throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
    property({ value });
    return value;
  };
  get.raw = raw;
  property({ get });
}

const keysOf = (s: any) => Reflect.ownKeys(rawShape(s.def));

// Copies keys of the shape of s to an object, each through wrap. A getter that was not called stays a getter.
function copyShape(to: any, s: any, keys = keysOf(s), wrap: (v: any, k: PropertyKey) => any = (v) => v): any {
  for (const k of keys) {
    const d: any = Object.getOwnPropertyDescriptor(rawShape(s.def), k);
    let made: any;
    if (d.get) d.get = () => made || (made = wrap(s.shape[k], k));
    else d.value = wrap(d.value, k);
    d.configurable = true;
    Object.defineProperty(to, k, d);
  }
  return to;
}

// A key of the shape, and those properties of its schema that every parse needs.
type Field = { key: any; schema: any; optin: any; optout: any };
const field = (key: PropertyKey, schema: any): Field => ({ key, schema, optin: schema._optin, optout: schema._optout });

// Stores the result for a key, or reports what is wrong with it.
function put(r: Payload, to: Payload, { key, optin, optout }: Field, input: any): void {
  const here = key in input;
  if (!here && optout && (optin === "optional" || (optin && r.issues.length))) return;
  prefix(to, key, r.issues);
  if (!here && !optin) {
    if (!r.issues.length) to.issues.push({ code: "invalid_type", expected: "nonoptional", path: [key] });
  } else if (r.value !== undefined || here || (optin === "defaulted" && !optout)) to.value[key] = r.value;
}

export class ZodObject<S = any> extends ZodType<Out<S>, any> {
  constructor(def: any) {
    settleShape(def);
    super(def);
  }
  get shape(): S {
    return this.def.shape;
  }
  get _fields(): Field[] {
    const z = this._zod;
    const shape: any = this.shape;
    return z.fields || (z.fields = Reflect.ownKeys(shape).map((k) => field(k, shape[k])));
  }
  get _props(): any {
    const out: any = {};
    for (const { key, schema, optin } of this._fields) if (schema._values) out[key] = [...schema._values, ...(optin ? [undefined] : [])];
    return out;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    const input = p.value;
    if (!isObject(input)) return mismatch(p, this, "object");
    const waits: any[] = [];
    p.value = {};
    let fields = this._fields;
    const rest = this.def.catchall;
    const keys: string[] = [];
    if (rest) {
      const others = [];
      for (const k in input) if (!has(this.shape, k)) others.push(k);
      if (rest.type === "never") keys.push(...others);
      else fields = fields.concat(others.map((k) => field(k, rest)));
    }
    for (const f of fields) {
      if (f.key === "__proto__") continue;
      enter(ctx, 1);
      const r = f.schema._run({ value: input[f.key], issues: [] }, ctx);
      ctx.depth!--;
      if (isPromise(r)) waits.push(r.then((q) => put(q, p, f, input)));
      else put(r, p, f, input);
    }
    if (keys.length) p.issues.push({ code: "unrecognized_keys", keys, input, inst: this, continue: true });
    return settled(p, waits);
  }

  // Returns the keys that a mask such as { name: true } selects.
  _masked(mask: any): PropertyKey[] {
    const keys = Reflect.ownKeys(mask);
    for (const k of keys) if (!keysOf(this).includes(k)) throw new Error(`Unrecognized key: "${String(k)}"`);
    return keys.filter((k) => mask[k]);
  }
  get _refined(): boolean {
    return (this.def.checks || []).length > 0;
  }
  // Returns a copy with other keys. what names the method, which must not be used on a refined object.
  _reshaped(what: string, keys?: any, wrap?: any): any {
    if (what && this._refined) throw new Error(`.${what}() cannot be used on object schemas containing refinements`);
    return this._with({ shape: copyShape({}, this, keys, wrap) });
  }
  _wrapped(what: string, mask: any, wrap: any): any {
    const keys = mask && this._masked(mask);
    return this._reshaped(what, undefined, (v: any, k: PropertyKey) => (keys && !keys.includes(k) ? v : wrap(v)));
  }
  keyof(): any {
    return enum_(Object.keys(this.shape as any));
  }
  catchall(catchall?: ZodType): ZodObject<S> {
    return this._with({ catchall });
  }
  loose(): ZodObject<S> {
    return this.catchall(unknown());
  }
  passthrough(): ZodObject<S> {
    return this.loose();
  }
  strict(): ZodObject<S> {
    return this.catchall(never());
  }
  strip(): ZodObject<S> {
    return this.catchall();
  }
  extend<T extends object>(more: T): ZodObject<Omit<S, keyof T> & T> {
    if (this._refined && Reflect.ownKeys(more).some((k) => keysOf(this).includes(k)))
      throw new Error("Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.");
    return this.safeExtend(more, "extend");
  }
  safeExtend<T extends object>(more: T, name = "safeExtend"): ZodObject<Omit<S, keyof T> & T> {
    if (!isPlain(more)) throw new Error(`Invalid input to ${name}: expected a plain object`);
    return this._with({ shape: Object.defineProperties(copyShape({}, this), Object.getOwnPropertyDescriptors(more)) });
  }
  merge(other: any): ZodObject {
    if (!other._zod) throw new Error("Invalid input to merge: expected an object schema. To merge a plain shape, use `.extend()`.");
    if (this._refined) throw new Error(".merge() cannot be used on object schemas containing refinements. Use .safeExtend() instead.");
    const { catchall, checks } = other.def;
    return this._with({ shape: copyShape(copyShape({}, this), other), catchall, checks });
  }
  pick<M extends { [K in keyof S]?: true }>(mask: M): ZodObject<Pick<S, keyof M & keyof S>> {
    return this._reshaped("pick", this._masked(mask));
  }
  omit<M extends { [K in keyof S]?: true }>(mask: M): ZodObject<Omit<S, keyof M>> {
    const gone = this._masked(mask);
    return this._reshaped(
      "omit",
      keysOf(this).filter((k) => !gone.includes(k)),
    );
  }
  partial(mask?: any): ZodObject<{ [K in keyof S]: ZodType<output<S[K]> | undefined> }> {
    return this._wrapped("partial", mask, make.optional);
  }
  required(mask?: any): ZodObject<{ [K in keyof S]: ZodType<Exclude<output<S[K]>, undefined>> }> {
    return this._wrapped("", mask, (v: any) => make.nonoptional(v));
  }
}

export const object = <S extends object = {}>(shape?: S, p?: Params, more?: any): ZodObject<S> =>
  new ZodObject({ type: "object", shape: shape || {}, ...more, ...norm(p) });
export const strictObject = <S extends object>(shape: S, p?: Params): ZodObject<S> => object(shape, p, { catchall: never() });
export const looseObject = <S extends object>(shape: S, p?: Params): ZodObject<S> => object(shape, p, { catchall: unknown() });
export const keyof = (s: ZodObject): any => s.keyof();
lacking(ZodObject, "exactPartial");

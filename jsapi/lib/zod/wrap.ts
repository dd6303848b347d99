// This file has schemas that wrap another one: optional, default, pipe, transform, lazy and others.
import { array, tuple } from "./collection";
import {
  Ctx,
  Params,
  Payload,
  ZodType,
  enter,
  input,
  inside,
  issueAdder,
  make,
  norm,
  output,
  parse,
  parseAsync,
  raise,
  then,
  visit,
  wrappers,
} from "./core";
import { finalize } from "./error";
import { isPlain } from "./object";
import { boolean, unknown } from "./simple";
import { string } from "./string";

// A wrapper that behaves like its inner schema where it does not define something else.
class Wrapper<O, I> extends ZodType<O, I> {
  get _optin(): any {
    return this._inner._optin;
  }
  get _optout(): any {
    return this._inner._optout;
  }
  get _values(): any {
    return this._inner._values;
  }
  get _props(): any {
    return this._inner._props;
  }
  // Returns the list of values of the inner schema with one more, if there is such a list.
  _valuesAnd(v: any): any {
    const all = this._inner._values;
    return all && new Set([...all, v]);
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    enter(ctx, 1);
    const r = this._inner._run(p, ctx);
    ctx.depth!--;
    return r;
  }
  unwrap(): any {
    return this._inner;
  }
}

// Runs the inner schema on a separate payload, so that its issues are not added to p yet.
const apart = (s: any, p: Payload, ctx: Ctx, value: (r: Payload) => any) =>
  visit(s, p.value, ctx, (r) => {
    p.value = value(r);
    return p;
  });

const lenient = (s: any) => s._inner._optin || "optional";

export class ZodOptional<O = any, I = any> extends Wrapper<O, I> {
  get _optin(): any {
    return lenient(this);
  }
  get _optout(): any {
    return "optional";
  }
  get _values(): any {
    return this._valuesAnd(undefined);
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    if (p.value !== undefined) {
      enter(ctx, 1);
      const r = this._inner._run(p, ctx);
      ctx.depth!--;
      return r;
    }
    if (this._inner._optin !== "defaulted") return p;
    return apart(this._inner, p, ctx, (r) => (r.issues.length ? undefined : r.value));
  }
}

export class ZodNullable<O = any, I = any> extends Wrapper<O, I> {
  get _values(): any {
    return this._valuesAnd(null);
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    if (p.value === null) return p;
    enter(ctx, 1);
    const r = this._inner._run(p, ctx);
    ctx.depth!--;
    return r;
  }
}

export class ZodPrefault<O = any, I = any> extends Wrapper<O, I> {
  get _optin(): any {
    return "defaulted";
  }
  get _optout(): any {
    return undefined;
  }
  _fill(p: Payload): Payload {
    if (p.value === undefined) p.value = this.def.defaultValue;
    return p;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    return inside(this._inner, this._fill(p), ctx);
  }
}

export class ZodDefault<O = any, I = any> extends ZodPrefault<O, I> {
  _parseValue(p: Payload, ctx: Ctx): any {
    return p.value === undefined ? this._fill(p) : then(inside(this._inner, p, ctx), (q) => this._fill(q));
  }
  removeDefault(): any {
    return this._inner;
  }
}

export class ZodNonOptional<O = any, I = any> extends Wrapper<O, I> {
  get _optin(): any {
    return undefined;
  }
  get _optout(): any {
    return undefined;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    return then(inside(this._inner, p, ctx), (q) =>
      q.issues.length || q.value !== undefined ? q : raise(q, this, { code: "invalid_type", expected: "nonoptional" }),
    );
  }
}

export class ZodCatch<O = any, I = any> extends Wrapper<O, I> {
  removeCatch(): any {
    return this._inner;
  }
  get _optin(): any {
    return lenient(this);
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    const { value } = p;
    return apart(this._inner, p, ctx, (r) => {
      if (!r.issues.length) return r.value;
      return this.def.catchValue({ ...r, value, error: { issues: r.issues.map((i) => finalize(i, ctx)) }, input: value });
    });
  }
}

export class ZodReadonly<O = any, I = any> extends Wrapper<O, I> {
  _parseValue(p: Payload, ctx: Ctx): any {
    return then(inside(this._inner, p, ctx), (q) => {
      q.value = Object.freeze(q.value);
      return q;
    });
  }
}

export class ZodLazy<O = any, I = any> extends Wrapper<O, I> {
  get _inner(): any {
    const d = this.def;
    return d._cachedInner || (d._cachedInner = d.getter());
  }
  get _values(): any {
    return undefined;
  }
}

export class ZodPromise<O = any, I = any> extends ZodType<O, I> {
  unwrap(): any {
    return this._inner;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    return Promise.resolve(p.value).then((value) => visit(this._inner, value, ctx));
  }
}

export class ZodTransform<O = any, I = any> extends ZodType<O, I> {
  get _optin(): any {
    return "optional";
  }
  _parseValue(p: Payload): any {
    p.addIssue = issueAdder(p, this);
    return then(this.def.transform(p.value, p), (value: any) => {
      p.value = value;
      return p;
    });
  }
}

export class ZodPipe<O = any, I = any> extends ZodType<O, I> {
  get in(): any {
    return this.def.in;
  }
  get out(): any {
    return this.def.out;
  }
  get _values(): any {
    return this.in._values;
  }
  get _optin(): any {
    return this.in._optin;
  }
  get _optout(): any {
    return this.out._optout;
  }
  get _props(): any {
    return this.in._props;
  }
  _parseValue(p: Payload, ctx: Ctx): any {
    const { transform } = this.def;
    const go = (q: Payload, next: (q: Payload) => any) => {
      if (!q.issues.some((i) => i.code !== "unrecognized_keys")) return next(q);
      q.aborted = true;
      return q;
    };
    const last = ({ value, issues }: Payload) => inside(this.out, { value, issues }, ctx, 6);
    // A codec has a function between its two schemas.
    const middle = (q: Payload) => then(transform(q.value, q), (value) => go({ value, issues: q.issues }, last));
    return then(inside(this.in, p, ctx), (q) => go(q, transform ? middle : last));
  }
}

/** A function whose arguments and result are checked. */
export class ZodFunction extends ZodType<any, any> {
  implement(fn: any): any {
    const { input, output } = this.def;
    return function (this: any, ...args: any[]) {
      return parse(output, fn.apply(this, parse(input, args)));
    };
  }
  implementAsync(fn: any): any {
    const { input, output } = this.def;
    return async function (this: any, ...args: any[]) {
      return parseAsync(output, await fn.apply(this, await parseAsync(input, args)));
    };
  }
  input(...args: any[]): ZodFunction {
    return this._with({ input: Array.isArray(args[0]) ? tuple(args[0], args[1]) : args[0] });
  }
  output(output: any): ZodFunction {
    return this._with({ output });
  }
  _parseValue(p: Payload): Payload {
    if (typeof p.value !== "function") return raise(p, this, { code: "invalid_type", expected: "function" });
    p.value = this.def.output.type === "promise" ? this.implementAsync(p.value) : this.implement(p.value);
    return p;
  }
}

// Returns a copy of a default that is an object, so that no two results share it.
function fresh(v: any): any {
  if (typeof v === "function") return v();
  if (Array.isArray(v)) return [...v];
  if (v instanceof Map || v instanceof Set) return new (v as any).constructor(v);
  return isPlain(v) ? { ...v } : v;
}
const defaulting = (Class: any, type: string) => (innerType: ZodType, value: any) =>
  new Class({
    type,
    innerType,
    get defaultValue() {
      return fresh(value);
    },
  });
const wrapper = (Class: any, type: string) => (innerType: ZodType, p?: Params) => new Class({ type, innerType, ...norm(p) });

type Any = ZodType;
export const optional: <S extends Any>(s: S) => ZodOptional<output<S> | undefined, input<S> | undefined> = wrapper(ZodOptional, "optional");
export const nullable: <S extends Any>(s: S) => ZodNullable<output<S> | null, input<S> | null> = wrapper(ZodNullable, "nullable");
export const nullish = <S extends Any>(s: S) => optional(nullable(s));
export const nonoptional: <S extends Any>(s: S, p?: Params) => ZodNonOptional<Exclude<output<S>, undefined>> = wrapper(
  ZodNonOptional,
  "nonoptional",
);
export const readonly: <S extends Any>(s: S) => ZodReadonly<output<S>, input<S>> = wrapper(ZodReadonly, "readonly");
export const promise: <S extends Any>(s: S) => ZodPromise<Promise<output<S>>> = wrapper(ZodPromise, "promise");
export const _default: (s: Any, value: any) => ZodDefault = defaulting(ZodDefault, "default");
export const prefault: (s: Any, value: any) => ZodPrefault = defaulting(ZodPrefault, "prefault");
const catch_ = (innerType: Any, value: any): ZodCatch =>
  new ZodCatch({ type: "catch", innerType, catchValue: typeof value === "function" ? value : () => value });
export const lazy = <S extends Any>(getter: () => S): ZodLazy<output<S>, input<S>> => new ZodLazy({ type: "lazy", getter });
export const transform = <T>(fn: (value: any, ctx: any) => T): ZodTransform<Awaited<T>> =>
  new ZodTransform({ type: "transform", transform: fn });
export const pipe = <A extends Any, B extends Any>(a: A, b: B): ZodPipe<output<B>, input<A>> =>
  new ZodPipe({ type: "pipe", in: a, out: b });
export const preprocess = <S extends Any>(fn: (value: any, ctx: any) => any, s: S): ZodType<output<S>> => pipe(transform(fn), s);
function function_({ input = array(unknown()), output = unknown() }: any = {}): ZodFunction {
  return new ZodFunction({ type: "function", input: Array.isArray(input) ? tuple(input) : input, output });
}

/** Returns a schema that reads words such as "yes" and "off" as booleans. */
export function stringbool(params?: any): ZodPipe<boolean, string> {
  const { error, ...p } = norm(params);
  const fold = (words: string[]) => (p.case === "sensitive" ? words : words.map((w) => w.toLowerCase()));
  const yes = fold(p.truthy || ["true", "1", "yes", "on", "y", "enabled"]);
  const no = fold(p.falsy || ["false", "0", "no", "off", "n", "disabled"]);
  const words = [...new Set(yes), ...new Set(no)];
  const codec: ZodPipe<boolean, string> = new ZodPipe({
    type: "pipe",
    in: string({ error }),
    out: boolean({ error }),
    transform(value: string, q: Payload) {
      const word = fold([value])[0];
      if (words.includes(word)) return yes.includes(word);
      raise(q, codec, { code: "invalid_value", expected: "stringbool", values: words, continue: false });
    },
    error,
  });
  return codec;
}

make.transform = transform;
wrappers({ optional, nonoptional, nullable, readonly, default: _default, prefault, catch: catch_, pipe });
export { catch_ as catch, function_ as function };

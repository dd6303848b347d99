// This file has the base class of all schemas, their checks, and the way a schema runs.
import { ZodAsyncError, ZodError, finalize, hide } from "./error";
import { globalRegistry } from "./registry";

/** What a schema works on: the value so far and the issues found. */
export type Payload = { value: any; issues: any[]; aborted?: boolean; addIssue?: (issue: any) => void };
export type Ctx = { async?: boolean; error?: any; reportInput?: boolean; depth?: number };
export type Result<T> = { success: true; data: T; error?: undefined } | { success: false; data?: undefined; error: ZodError<T> };
export type Params = string | { error?: any; message?: string; abort?: boolean; [key: string]: any };
type Refinement = (value: any, ctx: any) => any;

export type output<S> = S extends { _output: infer O } ? O : any;
export type input<S> = S extends { _input: infer I } ? I : any;

/** Returns the parameters of a factory as fields of a def. A string or a message becomes the error function. */
export function norm(p?: Params): any {
  if (typeof p === "string") return { error: () => p };
  const { message, ...rest } = p || ({} as any);
  if (message !== undefined) {
    if (rest.error !== undefined) throw new Error("Cannot specify both `message` and `error` params");
    rest.error = message;
  }
  return typeof rest.error === "string" ? { ...rest, ...norm(rest.error) } : rest;
}

/** Returns a factory for schemas whose def has the given fields and the parameters. */
export const kind =
  <T>(Class: new (def: any) => T, def: any) =>
  (p?: Params): T =>
    new Class({ ...def, ...norm(p) });

/** A rule for the value that a schema has made of the input. */
export class Check {
  declare _zod: any;
  constructor(def: any, fn: (p: Payload, def: any, inst: Check) => any) {
    this._zod = { def, onattach: [], check: (p: Payload) => fn(p, def, this) };
  }
}

/** Converts the value if inst coerces, and if the value can be converted. */
export function coerce(p: Payload, inst: any, convert: (v: any) => any): void {
  try {
    if (inst.def.coerce) p.value = convert(p.value);
  } catch (e) {
    // The value stays unchanged, and fails the check of its type.
  }
}

/** Reports an issue about the current value, and ends the checks. */
export function raise(p: Payload, inst: any, issue: any): Payload {
  p.issues.push({ ...issue, input: p.value, inst });
  return p;
}
/** Reports a failed check. The checks after it run unless its def says abort. */
export function fail(p: Payload, inst: any, issue: any): void {
  raise(p, inst, { ...issue, continue: !inst._zod.def.abort });
}
export const mismatch = (p: Payload, inst: any, expected: string, more?: any): Payload =>
  raise(p, inst, { expected, code: "invalid_type", ...more });

/** Adds issues that were found under a key. */
export function prefix(p: Payload, key: any, issues: any[]): void {
  for (const i of issues) {
    i.path = [key, ...(i.path || [])];
    p.issues.push(i);
  }
}

export const isPromise = (v: any): v is Promise<any> => v instanceof Promise;
/** Calls fn with r, or with what r resolves to if it is a promise. */
export const then = (r: any, fn: (p: any) => any): any => (isPromise(r) ? r.then(fn) : fn(r));
/** Returns p, or a promise of it that is resolved when all of waits are. */
export const settled = (p: Payload, waits: any[]): any => (waits.some(isPromise) ? Promise.all(waits).then(() => p) : p);

export const aborted = (p: Payload, from = 0): boolean => !!p.aborted || p.issues.slice(from).some((i) => i.continue !== true);

function runChecks(s: ZodType, p: Payload, ctx: Ctx): any {
  let stop = aborted(p);
  let chain: any;
  for (const { _zod: z } of s._zod.checks) {
    const when = z.def.when;
    if (when ? p.aborted || p.issues.some((i) => i.continue === false) || !when(p) : stop) continue;
    const n = p.issues.length;
    const after = () => {
      for (const i of p.issues.slice(n)) i.schema = i.schema || s;
      stop = stop || (p.issues.length > n && aborted(p, n));
    };
    const r = z.check(p);
    if (isPromise(r) && !ctx.async) throw new ZodAsyncError();
    if (chain || isPromise(r))
      chain = Promise.resolve(chain)
        .then(() => r)
        .then(after);
    else after();
  }
  return chain ? chain.then(() => p) : p;
}

// The number of nested calls at which a parse ends with an error. The limit of goja, which a script cannot catch, is 4,000.
const deepest = 3600;

/** Counts the calls between a schema and one inside of it. The caller subtracts them from ctx.depth afterwards. */
export function enter(ctx: Ctx, calls: number): void {
  if ((ctx.depth = (ctx.depth || 0) + calls) > deepest) throw new RangeError("Maximum call stack size exceeded");
}

/** Runs s, which is that many calls inside of another schema. */
export function inside(s: any, p: Payload, ctx: Ctx, calls = 2): any {
  enter(ctx, calls);
  const r = s._run(p, ctx);
  ctx.depth! -= calls;
  return r;
}

/** Runs s on a separate value. If done is given, it gets the result. */
export function visit(s: any, value: any, ctx: Ctx, done?: (r: Payload) => any, calls = 3): any {
  enter(ctx, calls);
  const r = s._run({ value, issues: [] }, ctx);
  ctx.depth! -= calls;
  return done ? then(r, done) : r;
}

const finals = (p: Payload, ctx: Ctx) => p.issues.map((i) => finalize(i, ctx));

function unwrap(p: any, ctx: Ctx): any {
  if (isPromise(p)) throw new ZodAsyncError();
  if (p.issues.length) throw new ZodError(finals(p, ctx));
  return p.value;
}

function result(p: any, ctx: Ctx): any {
  if (isPromise(p)) throw new ZodAsyncError();
  if (!p.issues.length) return { success: true, data: p.value };
  let error: any;
  return {
    success: false,
    get error() {
      return error || (error = new ZodError(finals(p, ctx)));
    },
    set error(e) {
      error = e;
    },
  };
}

const sync = (end: any) => (s: any, value: any, params?: any) => {
  const ctx = { ...params, async: false };
  return end(visit(s, value, ctx), ctx);
};
const later = (end: any) => async (s: any, value: any, params?: any) => {
  const ctx = { ...params, async: true };
  return end(await visit(s, value, ctx), ctx);
};
export const parse: (s: any, value: any, params?: any) => any = /* @__PURE__ */ sync(unwrap);
export const safeParse: (s: any, value: any, params?: any) => any = /* @__PURE__ */ sync(result);
export const parseAsync: (s: any, value: any, params?: any) => Promise<any> = /* @__PURE__ */ later(unwrap);
export const safeParseAsync: (s: any, value: any, params?: any) => Promise<any> = /* @__PURE__ */ later(result);

// Returns the Standard Schema interface, version 1, which libraries without knowledge of zod use.
function standard(s: any): any {
  const end = (p: any) => (p.issues.length ? { issues: finals(p, {}) } : { value: p.value });
  const jsonSchema = (io: string) => (o: any) => s.toJSONSchema({ ...o.libraryOptions, target: o.target, io });
  return {
    validate(value: any) {
      try {
        const r = visit(s, value, {});
        if (!isPromise(r)) return end(r);
      } catch (e) {
        // Something in the schema is asynchronous, or throws: the promise below reports it again.
      }
      return later(end)(s, value);
    },
    vendor: "zod",
    version: 1,
    jsonSchema: { input: jsonSchema("input"), output: jsonSchema("output") },
  };
}

/** The field `_zod` of a schema, which other libraries read. */
class Internals {
  declare checks: any;
  declare bag: any;
  declare parent: any;
  declare def: any;
  declare inst: any;
  constructor(def: any, inst: any) {
    const list = def.check ? [inst].concat(def.checks || []) : def.checks;
    if (list && list.length) this.checks = list;
    this.bag = {};
    this.def = def;
    this.inst = inst;
  }
  run(p: Payload, ctx: Ctx): any {
    return this.inst._run(p, ctx);
  }
  check(p: Payload): any {
    return this.inst._check(p);
  }
  get optin(): any {
    return this.inst._optin;
  }
  get optout(): any {
    return this.inst._optout;
  }
  get values(): any {
    return this.inst._values;
  }
  get innerType(): any {
    return this.inst._inner;
  }
}

/** The factories behind the methods of all schemas. Each module adds its own. */
export const make: any = {};

/** The base of all schemas. Schemas are immutable: every method returns a new one. */
export class ZodType<O = any, I = any> {
  declare _output: O;
  declare _input: I;
  declare _zod: any;
  declare type: string;
  declare def: any;
  constructor(def: any) {
    hide(this, "_zod", new Internals(def, this));
    this.def = def;
    this.type = def.type;
  }
  /** Parses a value as this kind of schema does, before any check. */
  _parseValue(p: Payload, _ctx: Ctx): any {
    return p;
  }
  /** Runs the schema with its checks on a payload. Returns the payload, or a promise of it if something is asynchronous. */
  get _run(): (p: Payload, ctx: Ctx) => any {
    return this._zod.checks ? this._checked : this._parseValue; // no call of its own, so that there are fewer for each level of data
  }
  _checked(p: Payload, ctx: Ctx): any {
    enter(ctx, 1);
    const r = this._parseValue(p, ctx);
    ctx.depth!--;
    if (!isPromise(r)) return runChecks(this, r, ctx);
    if (!ctx.async) throw new ZodAsyncError();
    return r.then((q) => runChecks(this, q, ctx));
  }
  /** Returns the inner schema of a wrapper. */
  get _inner(): any {
    return this.def.innerType;
  }
  // These four methods work without their schema as this, as in list.map(schema.parse).
  get parse(): (value: unknown, params?: any) => O {
    return parse.bind(null, this);
  }
  get safeParse(): (value: unknown, params?: any) => Result<O> {
    return safeParse.bind(null, this);
  }
  get parseAsync(): (value: unknown, params?: any) => Promise<O> {
    return parseAsync.bind(null, this);
  }
  get safeParseAsync(): (value: unknown, params?: any) => Promise<Result<O>> {
    return safeParseAsync.bind(null, this);
  }
  // No schema but a codec has another way back; encode is not built in.
  get decode(): (value: unknown, params?: any) => O {
    return this.parse;
  }
  get safeDecode(): (value: unknown, params?: any) => Result<O> {
    return this.safeParse;
  }
  get decodeAsync(): (value: unknown, params?: any) => Promise<O> {
    return this.parseAsync;
  }
  get safeDecodeAsync(): (value: unknown, params?: any) => Promise<Result<O>> {
    return this.safeParseAsync;
  }
  get spa(): (value: unknown, params?: any) => Promise<Result<O>> {
    return this.safeParseAsync;
  }
  get "~standard"(): any {
    return hide(this, "~standard", standard(this));
  }
  get _def(): any {
    return this.def;
  }
  get description(): string | undefined {
    const meta = this.meta();
    return meta && meta.description;
  }
  _with(change: any): any {
    return this.clone(
      Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this.def), ...Object.getOwnPropertyDescriptors(change) }),
    );
  }
  clone(def?: any): this {
    const c = new (this.constructor as any)(def || this.def);
    if (!def) c._zod.parent = this;
    return c;
  }
  check(...checks: any[]): this {
    const wrap = (c: any) => (typeof c === "function" ? new Check({ check: "custom" }, c) : c);
    const c = this._with({ checks: (this.def.checks || []).concat(checks.map(wrap)) });
    c._zod.parent = this;
    return c;
  }
  with(...checks: any[]): this {
    return this.check(...checks);
  }
  apply<T>(fn: (s: this) => T): T {
    return fn(this);
  }
  brand(_tag?: any): this {
    return this;
  }
  register(reg: any, meta?: any): this {
    reg.add(this, meta);
    return this;
  }
  meta(): any;
  meta(data: any): this;
  meta(...args: any[]): any {
    if (!args.length) return globalRegistry.get(this);
    return this.clone().register(globalRegistry, args[0]);
  }
  describe(description: string): this {
    return this.meta({ description });
  }
  nullish(): ZodType<O | null | undefined, I | null | undefined> {
    return this.nullable().optional();
  }
  transform<T>(fn: (value: O, ctx: any) => T): ZodType<Awaited<T>, I> {
    return this.pipe(make.transform(fn));
  }
  or<S extends ZodType>(other: S): ZodType<O | output<S>, I | input<S>> {
    return make.union([this, other]);
  }
  isOptional(): boolean {
    return this.safeParse(undefined).success;
  }
  isNullable(): boolean {
    return this.safeParse(null).success;
  }
  toJSONSchema(params?: any): any {
    if (!make.toJSONSchema) throw new Error("this script was bundled with a zod that has no toJSONSchema");
    return make.toJSONSchema(this, params);
  }
}

export interface ZodType<O, I> {
  // Whether the key may be absent in the input and in the output. "optional" means that the key stays absent,
  // "defaulted" that a value replaces it.
  get _optin(): "optional" | "defaulted" | undefined;
  get _optout(): "optional" | undefined;
  /** All values that the schema accepts, if it is a finite list. */
  get _values(): any;
  /** The values that the schema accepts, by key. */
  get _props(): any;
  refine(fn: (value: O) => any, params?: Params): this;
  superRefine(fn: Refinement, params?: Params): this;
  overwrite(fn: (value: O) => O): this;
  optional(): ZodType<O | undefined, I | undefined>;
  nonoptional(params?: Params): ZodType<Exclude<O, undefined>, Exclude<I, undefined>>;
  nullable(): ZodType<O | null, I | null>;
  array(): ZodType<O[], I[]>;
  and<S extends ZodType>(other: S): ZodType<O & output<S>, I & input<S>>;
  pipe<S extends ZodType>(next: S): ZodType<output<S>, I>;
  default(value: any): ZodType<Exclude<O, undefined>, I | undefined>;
  prefault(value: any): ZodType<O, I | undefined>;
  catch(value: any): ZodType<O, any>;
  readonly(): ZodType<O, I>;
}

const define = (Class: any, name: string, value: any) =>
  Object.defineProperty(Class.prototype, name, { value, configurable: true, writable: true });

/** Adds methods to all schemas that wrap them: schema.optional() is optional(schema). */
export function wrappers(table: any): void {
  for (const name in table)
    define(ZodType, name, function (this: any, ...args: any[]) {
      return table[name](this, ...args);
    });
  Object.assign(make, table);
}

/** Adds methods to the schemas of a class. Each method adds a check. */
export function checkMethods(Class: any, table: any): void {
  for (const name in table)
    define(Class, name, function (this: any, ...args: any[]) {
      return this.check(table[name](...args));
    });
}

/** Throws an error about a part of zod that is not built in. */
export function lacks(what: string): never {
  throw new Error(`${what} is not part of hitlrun's built-in zod; install the real package: npm install zod`);
}

/** Adds methods to the schemas of a class. They throw errors that say how to get them. */
export function lacking(Class: any, names: string): void {
  for (const name of names.split(" ")) define(Class, name, () => lacks(`schema.${name}()`));
}

/** Returns the addIssue function of superRefine and transform. cont is the default of continue. */
export function issueAdder(p: Payload, inst: any, cont?: boolean): (issue: any) => void {
  return (issue) => {
    if (typeof issue === "string") return void raise(p, 0, { message: issue, code: "custom" });
    if (issue.fatal) issue.continue = false;
    issue.code = issue.code ?? "custom";
    const { input = p.value, inst: by = inst, continue: go = cont } = issue;
    p.issues.push({ ...issue, input, inst: by, continue: go });
  };
}

export const overwrite = (tx: (value: any) => any): Check =>
  new Check({ check: "overwrite", tx }, (p) => {
    p.value = tx(p.value);
  });
const superRefine = (fn: Refinement, params?: Params): Check =>
  new Check({ check: "custom", ...norm(params) }, (p, def, inst) => {
    p.addIssue = issueAdder(p, inst, !def.abort);
    return fn(p.value, p);
  });
checkMethods(ZodType, { superRefine, overwrite });
lacking(ZodType, "encode encodeAsync safeEncode safeEncodeAsync exactOptional validate validateAsync");

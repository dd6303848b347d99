// This file is node:vm. A context is an object whose properties are the global variables of the scripts that run in it. It has
// the built-in objects of the script itself, and functions without a receiver have the global object of the script as this:
// a context separates names and is not a boundary against code that is not trusted, as on Node.
import { checkInteger, checkString, fault, wrongType } from "./errors";

const g: any = globalThis;
const host: any = __hitlrun;

/** The global names of the language, which a context has. */
const language = new Set(
  ("Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError " +
    "ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer SharedArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array " +
    "Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef FinalizationRegistry Proxy Reflect " +
    "decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN").split(" "),
);
/** The console of a context prints nothing, as on Node without a debugger. */
const quiet: any = Object.fromEntries(["log", "info", "debug", "warn", "error", "dir", "trace", "assert", "table", "group", "groupEnd", "time", "timeEnd", "count"].map((name) => [name, () => {}]));

/** What the scripts of a context have declared with let, const and class, by context. */
const contexts = new WeakMap<object, Record<string, unknown>>();

const has = (o: object, name: PropertyKey): boolean => Reflect.has(o, name);

/** Returns the object of the with statement in which a script runs. assigned are the names that it may assign. */
function scopeOf(context: any, assigned: Set<string>): object {
  const lexical = contexts.get(context) as Record<string, unknown>;
  const missing = (name: string) => new ReferenceError(`${name} is not defined`);
  return new Proxy(Object.create(null), {
    has(_target, name): boolean {
      if (typeof name !== "string") return false;
      return name in lexical || has(context, name) || assigned.has(name) || name === "globalThis" || (has(g, name) && !language.has(name));
    },
    get(_target, name): unknown {
      if (typeof name !== "string") return undefined;
      if (name in lexical) return lexical[name];
      if (has(context, name)) return context[name];
      if (name === "globalThis") return context;
      if (name === "console") return quiet;
      if (language.has(name)) return g[name];
      if (assigned.has(name)) throw missing(name);
      return undefined; // a name of the script that runs the context
    },
    set(_target, name, value): boolean {
      if (typeof name === "string" && name in lexical) lexical[name] = value;
      else context[name] = value;
      return true;
    },
    deleteProperty: (_target, name) => Reflect.deleteProperty(context, name),
  });
}

const assignment = /([\w$\\]+)\s*(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=(?![=>])|(?:\+\+|--)\s*([\w$]+)|([\w$]+)\s*(?:\+\+|--)|\b([\w$]+)\s+(?:in|of)\b|[{[,]\s*([\w$]+)\s*(?=[,}\]])/g;

interface Prepared { body: string; vars: string[]; lexical: string[]; assigned: Set<string> }

function prepare(text: string): Prepared {
  const [body, vars, lexical] = host.scopeScript(text);
  const assigned = new Set<string>([...vars, ...lexical]);
  for (const m of text.matchAll(assignment)) assigned.add(m[1] || m[2] || m[3] || m[4] || m[5]);
  return { body, vars, lexical, assigned };
}

function checkContext(context: any): void {
  if (!isContext(context)) throw wrongType("contextifiedObject", "an vm.Context", context);
}

const fileOf = (options: any): string => {
  const name = typeof options === "string" ? options : options && options.filename;
  if (name !== undefined) checkString(name, "options.filename");
  return name || "evalmachine.<anonymous>";
};

/** Calls f, for at most the time that options give. */
function limited(options: any, f: () => any): any {
  const timeout = options !== null && typeof options === "object" ? options.timeout : undefined;
  if (timeout === undefined) return f();
  checkInteger(timeout, "options.timeout", 1, 4294967295);
  return host.callFor(f, timeout);
}

export class Script {
  #text: string;
  #prepared: Prepared | undefined;
  cachedDataRejected: boolean | undefined;
  sourceMapURL: string | undefined;
  constructor(code: any, options?: any) {
    const source = `${code}`;
    this.#text = host.lowerScript(fileOf(options), source);
    this.sourceMapURL = /\/\/[#@]\s*sourceMappingURL=(\S+)\s*$/.exec(source)?.[1];
    for (const name of ["cachedDataRejected", "sourceMapURL"]) if ((this as any)[name] === undefined) delete (this as any)[name];
  }
  runInThisContext(options?: any): any {
    return limited(options, () => (0, eval)(this.#text));
  }
  runInContext(context: any, options?: any): any {
    checkContext(context);
    const { body, vars, lexical, assigned } = (this.#prepared ||= prepare(this.#text));
    const names = contexts.get(context) as Record<string, unknown>;
    for (const name of lexical) {
      if (name in names) throw new SyntaxError(`Identifier '${name}' has already been declared`);
    }
    for (const name of lexical) names[name] = undefined;
    for (const name of vars) if (!has(context, name)) context[name] = undefined;
    const run = (0, eval)(`(function () { var __completion; with (arguments[0]) {\n${body}\n} })`);
    return limited(options, () => run.call(context, scopeOf(context, assigned)));
  }
  runInNewContext(context?: any, options?: any): any {
    return this.runInContext(createContext(context, options), options);
  }
  createCachedData(): any {
    return g.Buffer.alloc(0);
  }
}

export function createContext(context: any = {}, _options?: any): any {
  if (context === constants.DONT_CONTEXTIFY) context = {};
  if (context === null || (typeof context !== "object" && typeof context !== "function")) throw wrongType("object", "of type object", context);
  if (!contexts.has(context)) contexts.set(context, Object.create(null));
  return context;
}
export function isContext(object: any): boolean {
  if (object === null || (typeof object !== "object" && typeof object !== "function")) throw wrongType("object", "of type object", object);
  return contexts.has(object);
}
export const createScript = (code: any, options?: any): Script => new Script(code, options);
export function runInThisContext(code: any, options?: any): any {
  return new Script(code, options).runInThisContext(options);
}
export function runInContext(code: any, context: any, options?: any): any {
  checkContext(context);
  return new Script(code, options).runInContext(context, options);
}
export function runInNewContext(code: any, context?: any, options?: any): any {
  return new Script(code, options).runInContext(createContext(context, options), options);
}

/** Returns a function with this body. */
export function compileFunction(code: any, params: any = [], options: any = {}): any {
  checkString(code, "code");
  if (!Array.isArray(params)) throw wrongType("params", "an instance of Array", params);
  const { contextExtensions = [], parsingContext } = options;
  const text = host.lowerScript(fileOf(options), `(function (${params.join(",")}) {\n${code}\n})`);
  if (contextExtensions.length === 0 && !parsingContext) return (0, eval)(text);
  const context = createContext(Object.assign({}, ...contextExtensions));
  if (!parsingContext) for (const name of Object.getOwnPropertyNames(g)) if (!(name in context)) Object.defineProperty(context, name, { get: () => g[name], set: (value) => (g[name] = value), configurable: true });
  return new Script(text).runInContext(parsingContext ? Object.assign(parsingContext, ...contextExtensions) : context);
}
export const measureMemory = (): Promise<never> => Promise.reject(fault("Error", "ERR_CONTEXT_NOT_INITIALIZED", "node:vm.measureMemory is not part of hitlrun"));
export const constants: any = Object.freeze(
  Object.assign(Object.create(null), { USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol("vm_dynamic_import_main_context_default"), DONT_CONTEXTIFY: Symbol("vm_context_no_contextify") }),
);
export default { Script, createContext, createScript, runInContext, runInNewContext, runInThisContext, isContext, compileFunction, measureMemory, constants };

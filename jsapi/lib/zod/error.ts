// This file has ZodError, the English messages, and the functions that print a list of issues.

export type Issue = { code?: string; path: PropertyKey[]; message: string; [key: string]: any };
type Mapper = (issue: any) => any;

export const config_: any = {};

/** Sets and returns the settings of all schemas: customError and localeError. */
export function config(c?: any): any {
  return c ? Object.assign(config_, c) : config_;
}
export const setErrorMap = (map: any): void => {
  config_.customError = map;
};
export const getErrorMap = (): any => config_.customError;

const has = (o: any, k: PropertyKey) => Object.prototype.hasOwnProperty.call(o, k);

/** Defines an own property that Object.keys does not show. */
export function hide(o: any, k: PropertyKey, value: any, enumerable = false): any {
  Object.defineProperty(o, k, { value, enumerable, writable: true, configurable: true });
  return value;
}

const dump = (issues: any) => JSON.stringify(issues, (_k, v) => (typeof v === "bigint" ? String(v) : v), 2);

const messageProperty = {
  enumerable: true,
  configurable: true,
  get(this: any) {
    const z = this._zod;
    return z.message === undefined ? (z.message = dump(z.def)) : z.message;
  },
  set(this: any, v: string) {
    this._zod.message = v;
  },
};

/** The error that parse throws. It has the issues; its message is their JSON, which is made when it is first read. */
export class ZodError<T = any> extends Error {
  declare issues: Issue[];
  declare type: T;
  constructor(issues: any[]) {
    super();
    hide(this, "_zod", { def: issues });
    hide(this, "name", "ZodError", true);
    hide(this, "issues", issues);
    Object.defineProperty(this, "message", messageProperty);
  }
  format(mapper?: Mapper): any {
    return formatError(this, mapper);
  }
  flatten(mapper?: Mapper): any {
    return flattenError(this, mapper);
  }
  addIssue(issue: any): void {
    this.addIssues([issue]);
  }
  addIssues(issues: any[]): void {
    this.issues.push(...issues);
    this.message = dump(this.issues);
  }
  get isEmpty(): boolean {
    return !this.issues.length;
  }
  toString(): string {
    return this.message;
  }
}

/** Thrown if a synchronous parse needs the result of a promise. */
export class ZodAsyncError extends Error {
  constructor() {
    super("Encountered Promise during synchronous parse. Use .parseAsync() instead.");
  }
}

// Returns the name of the type of a value for error messages.
function typeName(v: any): string {
  if (typeof v === "number") return Number.isFinite(v) ? "number" : String(v);
  if (v === null) return "null";
  if (Array.isArray(v)) return "array";
  if (typeof v === "object" && Object.getPrototypeOf(v) !== Object.prototype && v.constructor) return v.constructor.name;
  return typeof v;
}

const quote = (v: any) => (typeof v === "bigint" ? v + "n" : typeof v === "string" ? `"${v}"` : `${v}`);

const units: any = { string: "characters", array: "items", set: "items", map: "entries" };
const formats: any = {
  regex: "input",
  email: "email address",
  url: "URL",
  uuid: "UUID",
  guid: "GUID",
  ulid: "ULID",
  xid: "XID",
  ksuid: "KSUID",
  datetime: "ISO datetime",
  date: "ISO date",
  time: "ISO time",
  duration: "ISO duration",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  cidrv4: "IPv4 range",
  cidrv6: "IPv6 range",
  jwt: "JWT",
  base64: "base64-encoded string",
  base64url: "base64url-encoded string",
  e164: "E.164 number",
};

function limit(i: any, word: string, n: any, sign: string): string {
  const unit = units[i.origin];
  return `${word}: expected ${i.origin} to ${unit ? "have" : "be"} ${i.exact ? "exactly " : sign + (i.inclusive ? "=" : "")}${n}${unit ? " " + unit : ""}`;
}

function english(i: any): string {
  switch (i.code) {
    case "invalid_type":
      return `Invalid input: expected ${i.expected === "nan" ? "NaN" : i.expected}, received ${typeName(i.input)}`;
    case "invalid_value":
      return i.values.length === 1
        ? `Invalid input: expected ${quote(i.values[0])}`
        : `Invalid option: expected one of ${i.values.map(quote).join("|")}`;
    case "too_big":
      return limit(i, "Too big", i.maximum, "<");
    case "too_small":
      return limit(i, "Too small", i.minimum, ">");
    case "invalid_format":
      switch (i.format) {
        case "starts_with":
          return `Invalid string: must start with "${i.prefix}"`;
        case "ends_with":
          return `Invalid string: must end with "${i.suffix}"`;
        case "includes":
          return `Invalid string: must include "${i.includes}"`;
        case "regex":
          return `Invalid string: must match pattern ${i.pattern}`;
      }
      return `Invalid ${formats[i.format] || i.format}`;
    case "not_multiple_of":
      return `Invalid number: must be a multiple of ${i.divisor}`;
    case "unrecognized_keys":
      return `Unrecognized key${i.keys.length > 1 ? "s" : ""}: ${i.keys.map(quote).join(", ")}`;
    case "invalid_key":
      return `Invalid key in ${i.origin}`;
    case "invalid_element":
      return `Invalid value in ${i.origin}`;
    case "invalid_union":
      if (i.options && i.options.length)
        return `Invalid discriminator value. Expected ${i.options.map((o: any) => `'${String(o)}'`).join(" | ")}`;
      if (i.inclusive === false) return "Invalid input: more than one option matched";
  }
  return "Invalid input";
}

function ask(map: any, issue: any): string | undefined {
  const m = map ? map(issue) : undefined;
  return typeof m === "string" || m == null ? m : m.message;
}
const mapOf = (s: any) => (s && s._zod ? s._zod.def.error : undefined);

/** Turns a raw issue into the public form: with its message, without inner fields. */
export function finalize(raw: any, ctx: any): Issue {
  const inst = raw.inst;
  // The schema of an issue is the one that raised it. A format that is used as a check leaves it unchanged.
  if (inst && inst._parseValue && !(inst._zod.def.check && raw.schema)) raw.schema = inst;
  const message =
    raw.message ||
    (ask(mapOf(inst), raw) ??
      ask(raw.schema !== inst ? mapOf(raw.schema) : 0, raw) ??
      ask(ctx && ctx.error, raw) ??
      ask(config_.customError, raw) ??
      ask(config_.localeError, raw) ??
      english(raw));
  const out: any = {};
  for (const k of Object.keys(raw))
    if (k !== "inst" && k !== "schema" && k !== "continue" && k !== "input" && k !== "__proto__") out[k] = raw[k];
  if (!out.path) out.path = [];
  out.message = message;
  if (ctx && ctx.reportInput) out.input = raw.input;
  return out;
}

const text: Mapper = (i) => i.message;

export function flattenError(error: any, mapper: Mapper = text): any {
  const out: any = { formErrors: [], fieldErrors: {} };
  for (const i of error.issues) {
    const k = i.path[0];
    if (i.path.length && !has(out.fieldErrors, k)) hide(out.fieldErrors, k, [], true);
    (i.path.length ? out.fieldErrors[k] : out.formErrors).push(mapper(i));
  }
  return out;
}

// Calls visit for every issue without inner issues, with its path from the root.
function leaves(issues: any[], path: any[], visit: (i: any, path: any[]) => void): void {
  for (const i of issues) {
    const full = path.concat(i.path);
    if (i.code === "invalid_union" && i.errors.length) for (const e of i.errors) leaves(e, full, visit);
    else if (i.code === "invalid_key" || i.code === "invalid_element") leaves(i.issues, full, visit);
    else visit(i, full);
  }
}

export function formatError(error: any, mapper: Mapper = text): any {
  const root: any = { _errors: [] };
  leaves(error.issues, [], (i, path) => {
    let node = root;
    for (const k of path) {
      if (k === "_errors") continue;
      if (!has(node, k)) hide(node, k, { _errors: [] }, true);
      node = node[k];
    }
    node._errors.push(mapper(i));
  });
  return root;
}

export function treeifyError(error: any, mapper: Mapper = text): any {
  const root: any = { errors: [] };
  leaves(error.issues, [], (i, path) => {
    let node = root;
    for (const k of path) {
      const kind = typeof k === "string" ? "properties" : "items";
      const kids = node[kind] || (node[kind] = kind === "items" ? [] : {});
      if (!has(kids, k)) hide(kids, k, { errors: [] }, true);
      node = kids[k];
    }
    node.errors.push(mapper(i));
  });
  return root;
}

/** Returns the path as it is written in code: a.b[0]["c d"]. */
export function toDotPath(path: any[]): string {
  return path
    .map((k, n) => {
      if (typeof k === "object") k = k.key;
      if (typeof k === "number") return `[${k}]`;
      if (typeof k === "symbol" || /[^\w$]/.test(k)) return `[${JSON.stringify(String(k))}]`;
      return (n ? "." : "") + k;
    })
    .join("");
}

export function prettifyError(error: any): string {
  return [...error.issues]
    .sort((a, b) => a.path.length - b.path.length)
    .map((i) => `✖ ${i.message}` + (i.path.length ? `\n  → at ${toDotPath(i.path)}` : ""))
    .join("\n");
}

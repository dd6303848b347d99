// This file has Command, Send and Overwrite.

import { coerceTimeout } from "./node_options";
import { INTERRUPT } from "./constants";

export const COMMAND_SYMBOL = Symbol.for("langgraph.command");

export class CommandInstance {
  constructor(args: any) { (this as any)[COMMAND_SYMBOL] = args; }
}

/** Makes a task that runs a node with the given input. */
export class Send {
  lg_name = "Send";
  node: string;
  args: any;
  timeout: any;

  constructor(node: string, args: any, options?: { timeout?: any }) {
    this.node = node;
    this.args = copied(args);
    this.timeout = coerceTimeout(options?.timeout);
  }

  toJSON() { return { lg_name: this.lg_name, node: this.node, args: this.args, timeout: this.timeout }; }
}

/** Has any of: an update of the state, the nodes to run next, an answer to an interrupt. */
export class Command extends CommandInstance {
  lg_name = "Command";
  lc_direct_tool_output = true;
  graph: string | undefined;
  update: any;
  resume: any;
  goto: any[] = [];

  static PARENT = "__parent__";

  constructor(args: { graph?: string; update?: any; resume?: any; goto?: any }) {
    super(args);
    this.resume = args.resume;
    this.graph = args.graph;
    this.update = args.update;
    if (args.goto) this.goto = Array.isArray(args.goto) ? copied(args.goto) : [copied(args.goto)];
  }

  _updateAsTuples(): [string, any][] {
    if (this.update && typeof this.update === "object" && !Array.isArray(this.update)) return Object.entries(this.update);
    const pairs = Array.isArray(this.update) &&
      this.update.every((t: any) => Array.isArray(t) && t.length === 2 && typeof t[0] === "string");
    return pairs ? this.update : [["__root__", this.update]];
  }

  toJSON() {
    return {
      lg_name: this.lg_name,
      update: this.update,
      resume: this.resume,
      goto: this.goto.map((d) => typeof d === "string" ? d : d.toJSON()),
    };
  }
}

/** Copies lists and plain objects. Commands and Sends that went through JSON become Commands and Sends again. */
function copied(x: any, seen?: Map<any, any>): any {
  if (typeof x !== "object" || x === null) return x;
  const known = seen?.get(x);
  if (known) return known;
  const list = Array.isArray(x);
  if (!list) {
    const proto = Object.getPrototypeOf(x);
    if (proto !== Object.prototype && proto !== null) return x;
    if (isCommand(x)) return new Command(x);
    if (typeof x.node === "string" && x.args !== undefined) return new Send(x.node, x.args, x);
    if (x.lc_serializable) return x;
  }
  const copy: any = list ? [] : {};
  seen ??= new Map();
  seen.set(x, copy);
  for (const key of Object.keys(x)) copy[key] = copied(x[key], seen);
  return copy;
}

export function isCommand(x: any): boolean {
  return typeof x === "object" && x !== null && x.lg_name === "Command";
}

export function isInterrupted(values: any): boolean {
  return !!values && typeof values === "object" && Array.isArray(values[INTERRUPT]);
}

export const OVERWRITE = "__overwrite__";

/** Returns a list with the value of an Overwrite, or undefined if v is not an Overwrite. */
export function overwritten(v: any): [any] | undefined {
  if (typeof v !== "object" || v === null) return undefined;
  if (OVERWRITE in v) return [v[OVERWRITE]];
  return v.type === OVERWRITE && "value" in v ? [v.value] : undefined;
}

/** Replaces the value of a channel, without a call of its reducer. */
export class Overwrite {
  lg_name = "Overwrite";

  constructor(value: any) { (this as any)[OVERWRITE] = value; }
  get value() { return (this as any)[OVERWRITE]; }
  toJSON() { return { [OVERWRITE]: this.value }; }

  static isInstance(value: any) {
    return !!value && typeof value === "object" && (OVERWRITE in value || value.lg_name === "Overwrite");
  }
}

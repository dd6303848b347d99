// This file has Command, Send and Overwrite.

import { INTERRUPT } from "./constants";

export const COMMAND_SYMBOL = Symbol.for("langgraph.command");

export class CommandInstance {
  constructor(args: any) { (this as any)[COMMAND_SYMBOL] = args; }
}

/** Asks for a task of its own that runs a node with the given input. */
export class Send {
  lg_name = "Send";
  node: string;
  args: any;

  constructor(node: string, args: any) {
    this.node = node;
    this.args = args;
  }

  toJSON() { return { lg_name: this.lg_name, node: this.node, args: this.args }; }
}

/** An update, where to go next, an answer to an interrupt: any of them. */
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
    if (args.goto) this.goto = Array.isArray(args.goto) ? args.goto.map(destination) : [destination(args.goto)];
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

/** A Send that went through JSON is made a Send again. */
function destination(d: any) {
  const plain = d !== null && typeof d === "object" && !(d instanceof Send);
  return plain && typeof d.node === "string" && d.args !== undefined ? new Send(d.node, d.args) : d;
}

export function isCommand(x: any): boolean {
  return typeof x === "object" && x !== null && x.lg_name === "Command";
}

export function isInterrupted(values: any): boolean {
  return !!values && typeof values === "object" && Array.isArray(values[INTERRUPT]);
}

export const OVERWRITE = "__overwrite__";

/** The value of an Overwrite, in a list; undefined if v is none. */
export function overwritten(v: any): [any] | undefined {
  if (typeof v !== "object" || v === null) return undefined;
  if (OVERWRITE in v) return [v[OVERWRITE]];
  return v.type === OVERWRITE && "value" in v ? [v.value] : undefined;
}

/** Replaces the value of a channel, past its reducer. */
export class Overwrite {
  lg_name = "Overwrite";

  constructor(value: any) { (this as any)[OVERWRITE] = value; }
  get value() { return (this as any)[OVERWRITE]; }
  toJSON() { return { [OVERWRITE]: this.value }; }

  static isInstance(value: any) {
    return !!value && typeof value === "object" && (OVERWRITE in value || value.lg_name === "Overwrite");
  }
}

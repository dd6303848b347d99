// This file is node:console: the global console.
import { checkInteger, fault, wrongType } from "./errors";

const g: any = globalThis;
const it: any = g.console || {};
export const {
  log, info, warn, error, debug, dir, dirxml, table, trace, assert, clear, count, countReset, group, groupCollapsed, groupEnd, time, timeEnd, timeLog,
  profile, profileEnd, timeStamp,
} = it;

const defaults = ["log", "warn", "dir", "time", "timeEnd", "timeLog", "trace", "assert", "clear", "count", "countReset", "group", "groupEnd", "table", "debug", "info", "dirxml", "error", "groupCollapsed"];

/** Returns the options of a Console, which may be given as streams. */
function optionsOf(stdout: any, stderr: any, ignoreErrors: any): any {
  const options = stdout && typeof stdout.write !== "function" && typeof stdout === "object" ? stdout : { stdout, stderr, ignoreErrors };
  const { stdout: out, stderr: err = out, colorMode = "auto", inspectOptions, groupIndentation = 2 } = options;
  for (const [name, stream] of [["stdout", out], ["stderr", err]]) {
    if (!stream || typeof stream.write !== "function") throw fault("TypeError", "ERR_CONSOLE_WRITABLE_STREAM", `Console expects a writable stream instance for ${name}`);
  }
  if (!["auto", true, false].includes(colorMode)) {
    throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'colorMode' must be one of: 'auto', true, false. Received ${__hitlrun.node.util.inspect(colorMode)}`);
  }
  checkInteger(groupIndentation, "groupIndentation", 0, 1000);
  if (inspectOptions !== undefined) {
    if (inspectOptions === null || typeof inspectOptions !== "object") throw wrongType("options.inspectOptions", "of type object", inspectOptions);
    if (inspectOptions.colors !== undefined && options.colorMode !== undefined && options.colorMode !== "auto") {
      throw fault("TypeError", "ERR_INCOMPATIBLE_OPTION_PAIR", 'Option "options.inspectOptions.color" cannot be used in combination with option "colorMode"');
    }
  }
  return { out, err, colorMode, inspectOptions, groupIndentation, ignoreErrors: options.ignoreErrors !== false };
}

const ignore = (): void => {};

/** A console that writes to streams of the script. */
export function Console(this: any, stdout: any, stderr?: any, ignoreErrors?: any): any {
  if (!new.target) return new (Console as any)(stdout, stderr, ignoreErrors);
  const { util } = __hitlrun.node;
  const options = optionsOf(stdout, stderr, ignoreErrors);
  const { out, err } = options;
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  let indent = "";
  const formatted = (stream: any, more?: any) => {
    const colors = options.colorMode === "auto" ? Boolean(stream.isTTY) && (typeof stream.getColorDepth !== "function" || stream.getColorDepth() > 2) : options.colorMode;
    return { colors, ...options.inspectOptions, ...more };
  };
  const write = (stream: any, text: string) => {
    const line = `${indent ? text.replace(/^/gm, indent) : text}\n`;
    if (!options.ignoreErrors) return void stream.write(line);
    if (stream.listenerCount && stream.listenerCount("error") === 0) stream.once("error", ignore);
    try {
      stream.write(line, (error: any) => {
        if (error && stream.once && stream.listenerCount("error") === 0) stream.once("error", ignore);
      });
    } catch {
      // as on Node, what cannot be written is lost
    } finally {
      if (stream.removeListener) stream.removeListener("error", ignore);
    }
  };
  const print = (stream: any, args: any[]) => write(stream, util.formatWith(formatted(stream), ...args));
  const warning = (text: string) => g.process.emitWarning(text);
  const elapsed = (call: string, label: string, args: any[]): boolean => {
    const begin = timers.get(label);
    if (begin === undefined) warning(`No such label '${label}' for console.${call}()`);
    else print(out, [`${label}: ${duration(g.performance.now() - begin)}`, ...args]);
    return begin !== undefined;
  };
  const own: any = {
    log: (...args: any[]) => print(out, args),
    warn: (...args: any[]) => print(err, args),
    dir: (value: any, opts?: any) => write(out, util.inspect(value, { customInspect: false, ...formatted(out), ...opts })),
    time(label: any = "default") {
      label = `${label}`;
      if (timers.has(label)) return warning(`Label '${label}' already exists for console.time()`);
      timers.set(label, g.performance.now());
    },
    timeEnd(label: any = "default") {
      if (elapsed("timeEnd", `${label}`, [])) timers.delete(`${label}`);
    },
    timeLog: (label: any = "default", ...args: any[]) => void elapsed("timeLog", `${label}`, args),
    trace: function trace(...args: any[]) {
      const error: any = { name: "Trace", message: util.formatWith(formatted(err), ...args) };
      (Error as any).captureStackTrace(error, trace);
      const stack = `${error.stack}`;
      own.error(`Trace${error.message ? `: ${error.message}` : ""}${stack.includes("\n    at ") ? stack.slice(stack.indexOf("\n    at ")) : ""}`);
    },
    assert(right: any, ...args: any[]) {
      if (right) return;
      args[0] = `Assertion failed${args.length === 0 ? "" : `: ${args[0]}`}`;
      own.warn(...args);
    },
    clear() {
      if (out.isTTY) out.write("\u001b[1;1H\u001b[0J");
    },
    count(label: any = "default") {
      label = `${label}`;
      counts.set(label, (counts.get(label) || 0) + 1);
      own.log(`${label}: ${counts.get(label)}`);
    },
    countReset(label: any = "default") {
      if (!counts.delete(`${label}`)) warning(`Count for '${label}' does not exist`);
    },
    group(...args: any[]) {
      if (args.length > 0) own.log(...args);
      indent += " ".repeat(options.groupIndentation);
    },
    groupEnd: () => {
      indent = indent.slice(0, Math.max(0, indent.length - options.groupIndentation));
    },
    table: (rows: any, columns?: any) => {
      if (rows === null || typeof rows !== "object") return own.log(rows);
      if (columns !== undefined && !Array.isArray(columns)) throw wrongType("properties", "an instance of Array", columns);
      own.log(util.table(rows, columns, formatted(out)));
    },
  };
  Object.assign(own, { debug: own.log, info: own.log, dirxml: own.log, error: own.warn, groupCollapsed: own.group });
  for (const name of defaults) this[name] = own[name];
}

/** Returns milliseconds as console.timeEnd shows them. */
function duration(ms: number): string {
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(3)}s`;
  const two = (n: number) => `${Math.floor(n)}`.padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3).padStart(6, "0")} (m:ss.mmm)`;
  return `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)} (h:mm:ss)`;
}
export default Object.assign(Object.create(it), { Console });

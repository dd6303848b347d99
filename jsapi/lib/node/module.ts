// This file is node:module: the names of Node's modules, and require for modules of the bundle.
import { fault } from "./errors";
import { fileURLToPath } from "./url";

export const builtinModules = [
  "assert", "assert/strict", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram", "diagnostics_channel",
  "dns", "dns/promises", "domain", "events", "fs", "fs/promises", "http", "http2", "https", "inspector", "module", "net", "os", "path", "path/posix",
  "path/win32", "perf_hooks", "process", "punycode", "querystring", "readline", "readline/promises", "repl", "stream", "stream/consumers",
  "stream/promises", "stream/web", "string_decoder", "sys", "timers", "timers/promises", "tls", "trace_events", "tty", "url", "util", "util/types",
  "v8", "vm", "wasi", "worker_threads", "zlib",
];
export const isBuiltin = (name: string): boolean => builtinModules.includes(name.replace(/^node:/, ""));

/**
 * Returns a require function for a file. The modules of a script are bundled when it starts, and the bundler
 * replaces calls whose names it knows. This function finds the modules of Node, and the files that the script may import.
 */
export function createRequire(file: any): any {
  const path = file instanceof URL || `${file}`.startsWith("file:") ? fileURLToPath(file) : file;
  if (typeof path !== "string" || (path[0] !== "/" && !/^[a-zA-Z]:[\\/]/.test(path))) {
    throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received ${__hitlrun.node.util.inspect(file)}`);
  }
  return late().requireOf(path.endsWith("/") ? `${path}noop.js` : path);
}

const late = (): any => (__hitlrun as any).lib("node/late_modules.ts");

export class Module {
  static builtinModules = builtinModules;
  static isBuiltin = isBuiltin;
  static createRequire = createRequire;
  static _extensions = Object.create(null);
  static _cache = Object.create(null);
  static Module = Module;
  exports: any = {};
  constructor(readonly id = "") {}
}
export const register = (): void => {};
export const enableCompileCache = (): any => ({ status: 3 });
export const findPackageJSON = (): undefined => undefined;
Object.assign(Module, { register, enableCompileCache, findPackageJSON });
export default Module;

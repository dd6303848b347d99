// This file is node:module: the names of Node's modules, and require for modules of the bundle.
import { wrongType } from "./errors";

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
 * replaces calls whose names it knows. This function finds the modules of Node and no others. Its error has the code of Node for a package
 * that is not installed.
 */
export function createRequire(file: any): any {
  if (typeof file !== "string" && !(file instanceof URL)) throw wrongType("filename", "a file URL object, file URL string, or absolute path string", file);
  const missing = (name: string): never => {
    const error: any = new Error(`Cannot find module '${name}' (hitlrun joins what a script imports when it starts; createRequire() finds nothing after that)`);
    error.code = "MODULE_NOT_FOUND";
    throw error;
  };
  const require: any = (name: string) => {
    const module = __hitlrun.builtin && __hitlrun.builtin(name);
    return module ? module.default : missing(name);
  };
  require.resolve = (name: string) => (isBuiltin(name) ? name : missing(name));
  require.resolve.paths = () => null;
  require.cache = Object.create(null);
  require.main = undefined;
  require.extensions = Object.create(null);
  return require;
}

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

// This file is node:module: the names of Node's modules, and require for modules of the bundle.
import { fault } from "./errors";
import { dirname, extname, resolve as resolvePath } from "./path";
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

/** Returns the folders in which packages are looked for, from a folder upwards. */
function nodeModulePaths(from: string): string[] {
  const parts = resolvePath(from).split("/");
  const paths: string[] = [];
  for (let n = parts.length; n > 0; n--) if (parts[n - 1] !== "node_modules") paths.push(`${parts.slice(0, n).join("/")}/node_modules`);
  return paths;
}

/** The file that requires: that of the module that is given as parent, or the one whose code runs. */
const fileOf = (parent: any): string => (parent && parent.filename) || (__hitlrun as any).callingFile();

/** Module is a function and not a class, because old code calls it without new. */
export function Module(this: any, id = "", parent?: any): void {
  this.id = id;
  this.path = dirname(id);
  this.exports = {};
  Object.defineProperty(this, "parent", { value: parent, writable: true, configurable: true, enumerable: false });
  if (parent && Array.isArray(parent.children)) parent.children.push(this);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}
const M: any = Module;
const proto: any = Module.prototype;
proto.require = function (name: string): any {
  return M._load(name, this, false);
};
/** Runs a text as the code of the module in a file. */
proto._compile = function (text: string, file: string): any {
  return late().run(this, `${text}`, file);
};
proto.load = function (file: string): void {
  this.filename = file;
  this.paths = nodeModulePaths(dirname(file));
  const extension = extname(file);
  (M._extensions[extension] || M._extensions[".js"])(this, file);
  this.loaded = true;
};
proto.paths = undefined;
M._extensions = Object.assign(Object.create(null), {
  ".js": (module: any, file: string): any => module._compile((__hitlrun as any).readModule(file), file),
  ".json": (module: any, file: string): any => (module.exports = JSON.parse((__hitlrun as any).readModule(file))),
  ".node"(_module: any, file: string): never {
    throw Object.assign(new Error(`${file} is machine code for Node.js, which hitlrun cannot load`), { code: "ERR_DLOPEN_FAILED" });
  },
});
M._cache = Object.create(null);
M._pathCache = Object.create(null);
M.globalPaths = [];
M.wrapper = ["(function (exports, require, module, __filename, __dirname) { ", "\n});"];
M.wrap = (text: string): string => `${M.wrapper[0]}${text}${M.wrapper[1]}`;
M._nodeModulePaths = nodeModulePaths;
M._resolveLookupPaths = (name: string, parent: any): string[] | null =>
  isBuiltin(name) ? null : /^\.{1,2}(\/|$)/.test(name) ? [parent && parent.filename ? dirname(parent.filename) : "."] : (parent && parent.paths) || [];
M._resolveFilename = (name: string, parent?: any): string => late().resolve(fileOf(parent), name);
M._load = (name: string, parent?: any): any => {
  if (isBuiltin(name)) return late().require(fileOf(parent), name);
  const cached = M._cache[M._resolveFilename(name, parent)];
  return cached ? cached.exports : late().require(fileOf(parent), name);
};
M._findPath = (name: string, paths?: string[]): string | false => {
  for (const folder of name[0] === "/" ? [""] : paths || []) {
    try {
      return late().resolve(`${folder}/noop.js`, folder === "" ? name : `${folder}/${name}`);
    } catch (error: any) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  return false;
};
M._initPaths = M._preloadModules = M.syncBuiltinESMExports = M.runMain = (): void => {};
M._debug = (): void => {};

/** The map of a source, which no file of a bundle has. */
export class SourceMap {
  #payload: any;
  constructor(payload: any) {
    this.#payload = payload;
  }
  get payload(): any {
    return structuredClone(this.#payload);
  }
  findEntry(): object {
    return {};
  }
  findOrigin(): object {
    return {};
  }
}
export const findSourceMap = (): undefined => undefined;
export const register = (): void => {};
export const enableCompileCache = (): any => ({ status: 3 });
export const findPackageJSON = (): undefined => undefined;
Object.assign(Module, { builtinModules, isBuiltin, createRequire, Module, SourceMap, findSourceMap, register, enableCompileCache, findPackageJSON });
export const {
  _cache, _pathCache, _extensions, globalPaths, _debug, _findPath, _nodeModulePaths, _resolveLookupPaths, _load, _resolveFilename, _initPaths, _preloadModules,
  syncBuiltinESMExports, runMain,
} = M;
export default M;

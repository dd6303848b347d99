// This file loads modules whose names are only known at run time. A module that is in the bundle is not loaded again.
import { resolve as resolvePath } from "./path";
import { fileURLToPath } from "./url";

const host: any = __hitlrun;

let bundled: Record<string, () => any> | undefined; // the modules of the bundle, by path, and those of Node by their file in lib

/** The modules that were loaded, by path. */
export const cache: Record<string, any> = Object.create(null);

const shared: Record<string, any> = Object.create(null); // the same for those of the bundle
const esModules = new WeakSet<any>();
const namespaces = new WeakMap<any, any>();

const directory = (path: string) => path.replace(/[\\/][^\\/]*$/, "") || "/";
const urlOf = (path: string) => `file://${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;

/** Returns the exports of the module that a name means in a file. */
export function require(importer: string, name: string, imported = false): any {
  if (typeof name !== "string") throw __hitlrun.node.util.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "id" argument must be of type string. Received ${__hitlrun.node.util.received(name)}`);
  const file = `hitlrun/node/${name.replace(/^node:/, "").replaceAll("/", "_")}.ts`;
  if (Object.hasOwn(modulesOfBundle(), file)) return modulesOfBundle()[file]();
  const module = host.builtin(name);
  if (module) return imported ? asImported(namespaceOf(module, module)) : module.default;
  if (name.startsWith("node:")) throw Object.assign(new Error(`No such built-in module: ${name}`), { code: "ERR_UNKNOWN_BUILTIN_MODULE" });
  const own = host.own(name, false);
  if (own) return asImported(namespaceOf(own, own));
  let path: string;
  try {
    path = host.resolveFile(importer, name, imported);
  } catch (error: any) {
    const instead = host.own(name, true);
    if (instead) return asImported(namespaceOf(instead, instead));
    throw error;
  }
  const loaded = load(path);
  return imported ? asImported(namespaceOf(loaded)) : loaded.exports;
}

/** Marks what the code of an ES module imports, so that esbuild's code takes its default as it is. */
const asImported = (space: any): any => Object.defineProperty(space, "__esModule", { value: true });


/** Returns the namespace of the module that import() of a name means in a file. */
export function importModule(importer: string, name: string): any {
  const file = name.startsWith("file:") ? fileURLToPath(name) : name;
  const own = host.own(name, false);
  if (own) return own;
  let path: string;
  try {
    path = host.resolveFile(importer, file, true);
  } catch (error: any) {
    const instead = host.own(name, true);
    if (instead) return instead;
    if (error?.code !== "MODULE_NOT_FOUND") throw error;
    if (error.message === `Cannot find module '${file}'`) {
      const what = /^\.{0,2}\//.test(file) ? `module '${resolvePath(directory(importer), file)}'` : `package '${file}'`;
      error.message = `Cannot find ${what} imported from ${importer}`;
    }
    error.code = "ERR_MODULE_NOT_FOUND";
    throw error;
  }
  const module = load(path);
  let space = namespaces.get(module);
  if (!space) namespaces.set(module, (space = Object.preventExtensions(namespaceOf(module))));
  return space;
}

/** An ES module has the names that it exports. The exports of any other module are its default, and their properties have names too. */
function namespaceOf(module: any, exports: any = module.exports): any {
  const space = Object.create(null, { [Symbol.toStringTag]: { value: "Module" } });
  const names = exports !== null && (typeof exports === "object" || typeof exports === "function") ? Object.keys(exports) : [];
  for (const name of names.sort()) Object.defineProperty(space, name, { enumerable: true, configurable: true, get: () => exports[name] });
  if (module !== exports && !esModules.has(module)) Object.defineProperty(space, "default", { enumerable: true, value: exports });
  return space;
}

function modulesOfBundle(): Record<string, () => any> {
  return (bundled ||= host.bundled ? host.bundled() : {}) as Record<string, () => any>;
}

/** Returns the path of that module. */
export function resolve(importer: string, name: string): string {
  return host.builtin(name) ? name : host.resolveFile(importer, name);
}

function load(path: string): any {
  if (Object.hasOwn(modulesOfBundle(), path)) {
    const exports = modulesOfBundle()[path]();
    return (shared[path] ??= { exports });
  }
  const known = cache[path];
  if (known) return known;
  const module = moduleOf(path);
  cache[path] = module;
  let failed = true;
  try {
    const extension = /\.[^./\\]+$/.exec(path)?.[0];
    if (extension === ".node") throw Object.assign(new Error(`${path} is machine code for Node.js, which hitlrun cannot load`), { code: "ERR_DLOPEN_FAILED" });
    const text = host.readModule(path);
    if (extension === ".json") module.exports = parse(text, path);
    else run(module, text, path);
    module.loaded = true;
    failed = false;
  } finally {
    if (failed) delete cache[path];
  }
  return module;
}

/** Returns the object that a module in a file sees as module. */
export function moduleOf(path: string): any {
  return { id: path, path: directory(path), exports: {}, filename: path, loaded: false, children: [], paths: [], parent: undefined, require: requireOf(path) };
}

/** Runs a text as the code of a module. */
export function run(module: any, text: string, path: string): any {
  const meta = { dirname: directory(path), filename: path, main: false, url: urlOf(path) };
  const code = host.compileModule(path, text);
  if (code.esModule) {
    if (host.bundledFile(path) && !/[\\/]node_modules[\\/]/.test(path)) {
      throw Object.assign(new Error(`Cannot load '${path}' by a computed name: it is in the bundle, and would run a second time. Import it by a name that is a string literal`), { code: "ERR_MODULE_NOT_FOUND" });
    }
    esModules.add(module);
  }
  return code.call(module.exports, module.exports, requireOf(path, esModules.has(module)), module, path, meta.dirname, meta);
}

/** Returns require() for a file. imported says that it stands for the imports of an ES module. */
export function requireOf(path: string, imported = false): any {
  const own: any = (name: string) => require(path, name, imported);
  own.resolve = (name: string) => resolve(path, name);
  own.resolve.paths = () => null;
  own.cache = cache;
  own.main = undefined;
  own.extensions = Object.create(null);
  return own;
}

function parse(text: string, path: string): any {
  try {
    return JSON.parse(text);
  } catch (error: any) {
    error.message = `${path}: ${error.message}`;
    throw error;
  }
}

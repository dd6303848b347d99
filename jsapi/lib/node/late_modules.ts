// This file loads CommonJS modules whose names are only known at run time. A module that is in the bundle is not loaded again.

const host: any = __hitlrun;

let bundled: Record<string, () => any> | undefined; // the modules of the bundle, by path, and those of Node by their file in lib

/** The modules that were loaded, by path. */
export const cache: Record<string, any> = Object.create(null);

const directory = (path: string) => path.replace(/[\\/][^\\/]*$/, "") || "/";
const urlOf = (path: string) => `file://${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;

/** Returns the exports of the module that a name means in a file. */
export function require(importer: string, name: string): any {
  if (typeof name !== "string") throw __hitlrun.node.util.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "id" argument must be of type string. Received ${__hitlrun.node.util.received(name)}`);
  const file = `hitlrun/node/${name.replace(/^node:/, "").replaceAll("/", "_")}.ts`;
  if (Object.hasOwn(modulesOfBundle(), file)) return modulesOfBundle()[file]();
  const module = host.builtin(name);
  if (module) return module.default;
  return load(resolve(importer, name));
}

function modulesOfBundle(): Record<string, () => any> {
  return (bundled ||= host.bundled ? host.bundled() : {}) as Record<string, () => any>;
}

/** Returns the path of that module. */
export function resolve(importer: string, name: string): string {
  return host.builtin(name) ? name : host.resolveFile(importer, name);
}

function load(path: string): any {
  if (Object.hasOwn(modulesOfBundle(), path)) return modulesOfBundle()[path]();
  const known = cache[path];
  if (known) return known.exports;
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
  return module.exports;
}

/** Returns the object that a module in a file sees as module. */
export function moduleOf(path: string): any {
  return { id: path, path: directory(path), exports: {}, filename: path, loaded: false, children: [], paths: [], parent: undefined, require: requireOf(path) };
}

/** Runs a text as the code of a module. */
export function run(module: any, text: string, path: string): any {
  const meta = { dirname: directory(path), filename: path, main: false, url: urlOf(path) };
  return host.compileModule(path, text).call(module.exports, module.exports, requireOf(path), module, path, meta.dirname, meta);
}

/** Returns require() for a file. */
export function requireOf(path: string): any {
  const own: any = (name: string) => require(path, name);
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

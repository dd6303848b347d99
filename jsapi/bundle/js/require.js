// What a module gets for require() and import() of a name that is not in the bundle.
const __hitlrun_requires = {};
const __glor = (files) => (name) => (Object.prototype.hasOwnProperty.call(files, name) ? files[name]() : require(name));
const require = (({ missing, unexported, paths }) => {
  const require = (name) => {
    if (Object.prototype.hasOwnProperty.call(__hitlrun_requires, name)) return __hitlrun_requires[name]();
    const bundled = inBundle(`${name}`);
    if (bundled) return bundled();
    const module = __hitlrun.builtin && __hitlrun.builtin(name);
    return module ? module.default : late("require", name);
  };
  const own = Object.prototype.hasOwnProperty;
  let table;
  // A module of Node that the bundle has is not loaded a second time.
  const inBundle = (name) => {
    table = table || (__hitlrun.bundled ? __hitlrun.bundled() : {});
    const file = "hitlrun/node/" + name.replace(/^node:/, "").replace(/\//g, "_") + ".ts";
    return own.call(table, file) ? table[file] : undefined;
  };
  // A name that is only known at run time is looked up in the files that the script may import.
  const late = (kind, name) => {
    if (own.call(unexported, name) || own.call(missing, name) || !__hitlrun.resolveFile || typeof name !== "string" || name.startsWith("node:")) return fail(name);
    return __hitlrun.lib("node/late_modules.ts")[kind](__hitlrun.callingFile(), name);
  };
  const fail = (name) => {
    if (Object.prototype.hasOwnProperty.call(unexported, name)) throw Object.assign(new Error(unexported[name]), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
    const known = Object.prototype.hasOwnProperty.call(missing, name);
    if (!known && `${name}`.startsWith("node:")) {
      const error = new Error("No such built-in module: " + name);
      error.code = "ERR_UNKNOWN_BUILTIN_MODULE";
      throw error;
    }
    const error = new Error(known ? missing[name] : "Cannot find module \"" + name + "\": it is not in the bundle (import() and require() know what is there when the script is bundled, by names written as string literals)");
    error.code = "MODULE_NOT_FOUND";
    throw error;
  };
  const ofNode = /^(?:node:)?(?:assert|async_hooks|buffer|child_process|console|constants|crypto|diagnostics_channel|dns|events|fs|http2?|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|stream|string_decoder|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)(?:\/[a-z]+)?$/;
  require.resolve = (name) => (ofNode.test(name) ? name : Object.prototype.hasOwnProperty.call(paths, name) ? paths[name] : late("resolve", name));
  require.resolve.paths = () => null;
  require.cache = {};
  require.main = undefined;
  require.extensions = Object.create(null);
  return require;
})($KNOWN);

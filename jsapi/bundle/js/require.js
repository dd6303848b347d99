// What a module gets for require() and import() of a name that is not in the bundle.
const __hitlrun_requires = {};
const require = (({ missing, unexported, paths }) => {
  const require = (name) => {
    if (Object.prototype.hasOwnProperty.call(__hitlrun_requires, name)) return __hitlrun_requires[name]();
    const module = __hitlrun.builtin && __hitlrun.builtin(name);
    return module ? module.default : fail(name);
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
  require.resolve = (name) => (ofNode.test(name) ? name : Object.prototype.hasOwnProperty.call(paths, name) ? paths[name] : fail(name));
  require.resolve.paths = () => null;
  require.cache = {};
  require.main = undefined;
  require.extensions = Object.create(null);
  return require;
})($KNOWN);

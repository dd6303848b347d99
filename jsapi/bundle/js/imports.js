// What import() of a name that is not a literal, or is not in the bundle, gives: what the table has, else an error as Node's.
const __hitlrun_imports = {};
const __found = (module) => module;
const __import_ = (({ missing, unexported }) => (name) => {
  name = `${name}`;
  const has = (o) => Object.prototype.hasOwnProperty.call(o, name);
  if (has(__hitlrun_imports)) return __hitlrun_imports[name]();
  if (Object.prototype.hasOwnProperty.call(unexported, name)) throw Object.assign(new Error(unexported[name]), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
  const module = __hitlrun.builtin && __hitlrun.builtin(name);
  if (module) return module;
  const builtin = name.startsWith("node:");
  if (!has(missing) && !builtin && __hitlrun.resolveFile) return __hitlrun.lib("node/late_modules.ts").importModule(__hitlrun.callingFile(), name);
  const kind = name[0] === "." || name[0] === "/" || name.startsWith("file:") ? "module" : "package";
  const error = new Error(has(missing) ? missing[name] : builtin ? "No such built-in module: " + name : "Cannot find " + kind + " '" + name + "': it is not in the bundle");
  error.code = builtin ? "ERR_UNKNOWN_BUILTIN_MODULE" : "ERR_MODULE_NOT_FOUND";
  throw error;
})($KNOWN);

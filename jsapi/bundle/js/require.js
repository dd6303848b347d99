// What a module gets for require() and import() of a name that is not in the bundle.
const __hitlrun_requires = {};
const require = (({ missing, paths }) => {
  const require = (name) => {
    if (Object.prototype.hasOwnProperty.call(__hitlrun_requires, name)) return __hitlrun_requires[name]();
    const known = Object.prototype.hasOwnProperty.call(missing, name);
    const error = new Error(known ? missing[name] : "Cannot find module \"" + name + "\": it is not in the bundle (import() and require() know what is there when the script is bundled, by names written as string literals)");
    error.code = "MODULE_NOT_FOUND";
    throw error;
  };
  require.resolve = (name) => (Object.prototype.hasOwnProperty.call(paths, name) ? paths[name] : require(name));
  require.cache = {};
  return require;
})($KNOWN);

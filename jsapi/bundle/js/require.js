// What a module gets for require() and import() of a name that is not in the bundle.
const require = (({ missing, paths }) => {
  const require = (name) => {
    const known = Object.prototype.hasOwnProperty.call(missing, name);
    const error = new Error(known ? missing[name] : "Cannot find module \"" + name + "\": it is not in the bundle (import() and require() know what is there when the script is bundled, by names written as string literals)");
    error.code = "MODULE_NOT_FOUND";
    throw error;
  };
  require.resolve = (name) => (Object.prototype.hasOwnProperty.call(paths, name) ? paths[name] : require(name));
  require.cache = {};
  return require;
})($KNOWN);

// import.meta, __dirname and __filename of the files that mention them.
const __hitlrun_meta_of = ((files) => (name, main) => {
  const { url, filename, dirname } = files[name];
  const resolve = (specifier) => {
    if (!/^(\.{0,2}\/|[a-z]+:)/.test(specifier)) throw new Error("import.meta.resolve(\"" + specifier + "\"): only relative paths and URLs can be resolved at run time");
    return new URL(specifier, url).href;
  };
  return { dirname, filename, main, resolve, url };
})($FILES);

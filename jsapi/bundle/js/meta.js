// import.meta, __dirname and __filename of the files that mention them.
const __hitlrun_meta_of = ((files) => (name, main) => {
  const { url, filename, dirname, packages } = files[name];
  const resolve = (specifier) => {
    if (packages && Object.hasOwn(packages, specifier)) return packages[specifier];
    if (/^(\.{0,2}\/|[a-z]+:)/.test(specifier)) return new URL(specifier, url).href;
    throw Object.assign(new Error("Cannot find package '" + specifier + "' imported from " + filename), { code: "ERR_MODULE_NOT_FOUND" });
  };
  return { dirname, filename, main, resolve, url };
})($FILES);

// This file defines how console.log prints the classes of the platform: their names, and some of their getters.
(function () {
  const custom = Symbol.for("nodejs.util.inspect.custom");

  /** Defines the method that prints. shows(object) returns the properties to print. With whole they are printed at any depth. */
  function shown(Class, name, shows, whole) {
    Object.defineProperty(Class.prototype, custom, {
      value(depth, options, inspect) {
        if (depth < 0 && !whole) return `[${name}]`;
        const limit = options.depth === undefined ? null : options.depth;
        const below = whole ? (limit === null ? 2 : limit) : limit === null ? null : limit - 1;
        return `${name} ${inspect(shows(this), Object.assign({}, options, { depth: below }))}`;
      },
      writable: true,
      configurable: true,
    });
  }

  /** Sets the tag of a class, and defines how it is printed. */
  function finish(Class, name, shows = undefined, whole = false) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
    if (shows) shown(Class, name, shows, whole);
  }
  return { finish };
})

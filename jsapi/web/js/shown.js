// How the classes of the platform print: their name, and some of what their getters say.
(function () {
  const custom = Symbol.for("nodejs.util.inspect.custom");

  /** Defines the method that prints: shows(object) gives the properties to print. What is whole prints whole at any depth. */
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

  /** Gives a class its tag, and makes it print. */
  function finish(Class, name, shows = undefined, whole = false) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
    if (shows) shown(Class, name, shows, whole);
  }
  return { finish };
})

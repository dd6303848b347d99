// How the classes of the platform print: their name, and some of what their getters say.
(function () {
  const custom = Symbol.for("nodejs.util.inspect.custom");

  /** Defines the method that prints: shows(object) gives the properties to print. */
  function shown(Class, name, shows) {
    Object.defineProperty(Class.prototype, custom, {
      value(depth, options, inspect) {
        if (depth < 0) return `[${name}]`;
        const depthBelow = options.depth === undefined || options.depth === null ? null : options.depth - 1;
        return `${name} ${inspect(shows(this), Object.assign({}, options, { depth: depthBelow }))}`;
      },
      writable: true,
      configurable: true,
    });
  }

  /** Gives a class its tag, and makes it print. */
  function finish(Class, name, shows = undefined) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
    if (shows) shown(Class, name, shows);
  }
  return { finish, shown };
})

// What scripts find in place when they start, as far as the tests need it.
Object.defineProperty(Symbol, "asyncIterator", { value: Symbol.for("Symbol.asyncIterator") });

// goja's own JSON.stringify loses its indentation after an empty object or list.
(function (stringify) {
  function lines(v, pad) {
    if (typeof v !== "object" || v === null) return stringify(v);
    var inner = pad + "  ";
    var list = Array.isArray(v);
    var parts = Object.keys(v).map(function (k) {
      return (list ? "" : stringify(k) + ": ") + lines(v[k], inner);
    });
    if (!parts.length) return list ? "[]" : "{}";
    return (list ? "[" : "{") + "\n" + inner + parts.join(",\n" + inner) + "\n" + pad + (list ? "]" : "}");
  }
  JSON.stringify = function (v, replacer, space) {
    var text = stringify(v, replacer);
    return space === 2 && text !== undefined ? lines(JSON.parse(text), "") : text;
  };
})(JSON.stringify);

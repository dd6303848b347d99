// This file has what lowered for await statements call: each(list, name) returns the iterator of a list, which such a statement
// asks for results one by one, and result(v) refuses what is no result.
(() => {
  "use strict";
  const { TypeError, Promise, Object, String, Symbol: { iterator, asyncIterator }, Reflect: { apply } } = globalThis;
  const { resolve: promised, prototype: { then } } = Promise;
  const isObject = (v) => Object(v) === v;
  const text = (v) => typeof v === "string" ? `"${v}"` : isObject(v) ? typeof v === "function" ? String(v) : "[object Object]" : String(v);
  const kind = (v) => isObject(v) ? typeof v : `${typeof v} ${text(v)}`;
  const result = (v) => {
    if (!isObject(v)) throw new TypeError(`Iterator result ${String(v)} is not an object`);
    return v;
  };
  const callable = (f, v) => {
    if (typeof f !== "function") throw new TypeError(`${v} is not a function`);
    return f;
  };
  // later returns a promise of what a synchronous iterator has returned.
  const later = (get) => new Promise((yes, no) => {
    const { done, value } = result(get());
    apply(then, apply(promised, Promise, [value]), [(value) => yes({ value, done }), no]);
  });
  const each = (list, name) => {
    if (list === undefined || list === null) throw new TypeError(`Cannot read properties of ${list} (reading 'Symbol(Symbol.asyncIterator)')`);
    let method = list[asyncIterator];
    if (method !== undefined && method !== null) {
      const inner = apply(callable(method, kind(method)), list, []);
      if (!isObject(inner)) throw new TypeError("Result of the Symbol.asyncIterator method is not an object");
      const { next } = inner;
      return {
        next: () => apply(callable(next, text(next)), inner, []),
        get return() {
          const close = inner.return;
          return close === undefined || close === null ? undefined : () => apply(callable(close, kind(close)), inner, []);
        },
      };
    }
    method = list[iterator];
    if (typeof method !== "function") throw new TypeError(`${name || text(list)} is not async iterable`);
    const inner = apply(method, list, []);
    if (!isObject(inner)) throw new TypeError("Result of the Symbol.iterator method is not an object");
    const { next } = inner;
    return {
      next: () => later(() => apply(callable(next, text(next)), inner, [])),
      return: () => {
        let close;
        try {
          close = inner.return;
        } catch (e) {
          return new Promise((_, no) => no(e));
        }
        return close === undefined || close === null ? apply(promised, Promise, [{ value: undefined, done: true }]) : later(() => apply(callable(close, kind(close)), inner, []));
      },
    };
  };
  for (const [name, value] of [["__hitlrunEach", each], ["__hitlrunResult", result]]) Object.defineProperty(globalThis, name, { value });
})();

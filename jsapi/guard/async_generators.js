// This file makes async generators of generators that yield what they wait for, and the prototypes of async generators. The
// bundler lowers async generators to calls of the function make.
(() => {
  "use strict";
  const { Function, TypeError, EvalError, Promise, Proxy, Reflect: { apply }, Symbol, Object: { create, defineProperty, getOwnPropertyNames, setPrototypeOf, getPrototypeOf, prototype: { isPrototypeOf } } } = globalThis;
  const { resolve: promised, prototype: { then } } = Promise;
  const plain = getPrototypeOf(function* () {}).prototype;
  const { next, return: ends, throw: throws } = plain;
  const methods = { __proto__: null, next, return: ends, throw: throws };
  const iterator = create(globalThis.Object.prototype);
  const asyncIterator = { [Symbol.asyncIterator]() { return this; } }[Symbol.asyncIterator];
  defineProperty(iterator, Symbol.asyncIterator, { value: asyncIterator, writable: true, configurable: true });

  class Generator {
    #call; // call(method, value) returns a promise
    constructor(call) {
      this.#call = call;
    }
    static call(generator, method, value) {
      if (generator !== null && typeof generator === "object" && #call in generator) return generator.#call(method, value);
      return new Promise(() => { throw new TypeError(`${method} method called on incompatible receiver`); });
    }
  }

  // Awaited is the class of what a lowered generator yields in order to wait for it: [value, whether it is the next result of
  // a yield*].
  const make = (Awaited, generator) => {
    let first = null, last = null; // the calls that have not ended: the first one runs, and the others wait
    const end = (settle, result) => {
      first = first.next;
      settle(result);
      if (first) begin();
    };
    // A call of return() waits for its value before the generator hears of it.
    const begin = () => {
      const { method, value } = first;
      if (method !== "return") step(method, value);
      else wait(value, (v) => step(method, v));
    };
    const wait = (value, settled) => {
      const failed = (e) => step("throw", e);
      try {
        apply(then, apply(promised, Promise, [value]), [settled, failed]);
      } catch (e) {
        failed(e);
      }
    };
    const step = (method, value) => {
      const { yes, no } = first;
      let result, done;
      try {
        ({ value: result, done } = apply(methods[method], generator, [value]));
      } catch (e) {
        end(no, e);
        return;
      }
      if (done) end(yes, { value: result, done }); // a return statement has waited for it
      else if (!(result instanceof Awaited)) wait(result, (v) => end(yes, { value: v, done }));
      else if (!result[1]) wait(result[0], (v) => step("next", v));
      else wait(result[0], (v) => {
        let inner;
        try {
          inner = { done: v.done, value: v.value };
        } catch (e) {
          step("throw", e);
          return;
        }
        step(method === "return" ? method : "next", inner);
      });
    };
    const made = new Generator((method, value) => new Promise((yes, no) => {
      const call = { method, value, yes, no, next: null };
      if (first) last = last.next = call;
      else {
        first = last = call;
        begin();
      }
    }));
    // The engine gives the generator the prototype for the object, if it marks lowered functions.
    return apply(isPrototypeOf, plain, [generator]) ? made : setPrototypeOf(made, getPrototypeOf(generator));
  };
  const { call } = Generator;
  const own = {
    next(value) { return call(this, "next", value); },
    return(value) { return call(this, "return", value); },
    throw(value) { return call(this, "throw", value); },
  };
  const AsyncGeneratorFunction = function AsyncGeneratorFunction(_body) {
    throw new EvalError("AsyncGeneratorFunction: async generators cannot be compiled while a script runs");
  };
  setPrototypeOf(AsyncGeneratorFunction, Function);
  const functions = create(Function.prototype);
  const objects = Generator.prototype;
  setPrototypeOf(objects, iterator);
  const fixed = (o, key, value) => defineProperty(o, key, { value, writable: false, enumerable: false, configurable: true });
  fixed(objects, "constructor", functions);
  for (const name of getOwnPropertyNames(own)) defineProperty(objects, name, { value: own[name], writable: true, enumerable: false, configurable: true });
  fixed(objects, Symbol.toStringTag, "AsyncGenerator");
  fixed(functions, "prototype", objects);
  fixed(functions, "constructor", AsyncGeneratorFunction);
  fixed(functions, Symbol.toStringTag, "AsyncGeneratorFunction");
  defineProperty(AsyncGeneratorFunction, "prototype", { value: functions, writable: false });
  defineProperty(globalThis, "__hitlrunGenerator", { value: make });
  // An object in place of super: a lowered async generator is a function that has no super.
  defineProperty(globalThis, "__hitlrunSuper", {
    value: (get, set) => new Proxy({}, { __proto__: null, get: (_, key) => get(key), set: (_, key, value) => (set(key, value), true) }),
  });
  return [functions, objects];
})();


// Graphs are runnables, too. Those of hitlrun have a class of their own.
if (typeof Runnable === "function") Object.defineProperty(Runnable, Symbol.hasInstance, {
  value(v) { return Function.prototype[Symbol.hasInstance].call(this, v) || (this === Runnable && v?.lg_is_pregel === true && typeof v.invoke === "function"); },
  configurable: true, writable: true,
});

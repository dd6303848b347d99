// Error.captureStackTrace.
function here() {
  const o = {};
  Error.captureStackTrace(o);
  return o;
}
class Mine extends Error {
  constructor(message) {
    super(message);
    this.name = "Mine";
    Error.captureStackTrace(this, Mine);
  }
}
class Derived extends Mine {
  constructor(message) {
    super(message);
    Error.captureStackTrace(this, this.constructor);
  }
}
const make = (Class) => new Class("m");
const start = (stack) => stack.split("\n").slice(0, 2).map((line) => line.replace(/\(.*\/(\w+\.js):\d+:\d+\)/, "($1)"));

show("plain object", () => [start(here().stack), Object.keys(here())]);
show("error", () => start(make(Mine).stack));
show("derived", () => start(make(Derived).stack));
show("above a function", () => {
  const o = {};
  (function inner() {
    Error.captureStackTrace(o, inner);
  })();
  return o.stack.includes("inner");
});
show("not an object", () => Error.captureStackTrace(5));
show("default limit", () => Error.stackTraceLimit);
show("limit", () => {
  Error.stackTraceLimit = 1;
  return here().stack.split("\n").length;
});

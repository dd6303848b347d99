// The stacks of errors: what V8 prints of functions without a receiver, and when it makes them.
const clean = (stack) => String(stack).split("\n").filter((line) => !/node:|prelude|record|hitlrun/.test(line)).map((line) => line.replace(/(file:\/\/)?[^\s()]*\/|evalmachine[^:]*:/, "")).slice(0, 3);
const only = (error) => clean(error.stack).filter((line) => !/^ +at (Object\.<anonymous> |show )/.test(line)).map((line) => line.replace(/:\d+:/, ":L:"));
function called() { return new Error("x"); }
function caller() { const made = called(); return made; }
class Mine extends Error { constructor(message) { super(message); this.name = "Mine"; } }
class Further extends Mine {}
function mine() { return new Further("m"); }
show("call", () => only(caller()).slice(0, 3));
show("constructors are left out", () => only(mine()).slice(0, 2));
show("built in", () => only([1].map(function one() { return new Error("in map"); })[0]).slice(0, 3));
show("read late", () => {
  const error = new Error("before");
  error.message = "after";
  return error.stack.split("\n")[0];
});
show("limit", () => {
  Error.stackTraceLimit = 1;
  const error = caller();
  Error.stackTraceLimit = 10;
  return error.stack.split("\n").length;
});
show("limit 0", () => {
  Error.stackTraceLimit = 0;
  const error = caller();
  Error.stackTraceLimit = 10;
  return error.stack;
});
show("no limit", () => {
  delete Error.stackTraceLimit;
  const error = caller();
  Error.stackTraceLimit = 10;
  return [error.stack, "stack" in error];
});
show("prepared when read", () => {
  const error = called();
  Error.prepareStackTrace = (e, calls) => [e.message, calls[0].getFunctionName(), calls[0].getColumnNumber()];
  const stack = error.stack;
  const early = called();
  Error.prepareStackTrace = undefined;
  return [stack, early.stack.split("\n")[0], stack === error.stack];
});
show("prepared reads it", () => {
  Error.prepareStackTrace = (e) => [e.stack.split("\n")[0]];
  const stack = called().stack;
  Error.prepareStackTrace = undefined;
  return stack;
});
show("thrown while prepared", () => {
  Error.prepareStackTrace = () => {
    throw new RangeError("p");
  };
  try {
    return called().stack;
  } finally {
    Error.prepareStackTrace = undefined;
  }
});
show("property", () => {
  const { value, ...rest } = Object.getOwnPropertyDescriptor(called(), "stack");
  const all = Object.getOwnPropertyDescriptors(called());
  return [typeof value, rest, typeof all.stack.value, Object.getOwnPropertyNames(new Error("x", { cause: 1 })), Reflect.getOwnPropertyDescriptor(called(), "stack").writable, Object.keys(called())];
});
show("written", () => {
  const error = called();
  error.stack = "own";
  const defined = called();
  Object.defineProperty(defined, "stack", { value: "defined" });
  const deleted = called();
  delete deleted.stack;
  const frozen = Object.freeze(called());
  frozen.stack = "no";
  return [error.stack, defined.stack, deleted.stack, frozen.stack.split("\n")[0]];
});
show("inherited", () => [Object.create(called()).stack.split("\n")[0], new Proxy(called(), {}).stack.split("\n")[0], Object.hasOwn(Object.create(called()), "stack")]);
show("called without new", () => [Error("c").stack.split("\n")[0], TypeError("t").stack.split("\n")[0], new AggregateError([], "a").stack.split("\n")[0]]);
show("of the engine", () => {
  try {
    null.x;
  } catch (error) {
    return /\n    at .*:\d+:\d+\)?(\n|$)/.test(error.stack);
  }
});

// Error.prepareStackTrace and the calls that it gets.
function stack() {
  const before = Error.prepareStackTrace, limit = Error.stackTraceLimit;
  Error.prepareStackTrace = (error, calls) => calls;
  Error.stackTraceLimit = 3;
  const o = {};
  Error.captureStackTrace(o);
  const calls = o.stack;
  Error.prepareStackTrace = before;
  Error.stackTraceLimit = limit;
  return calls;
}
function caller() {
  return stack();
}
show("names", () => caller().slice(0, 2).map((call) => [call.getFunctionName(), call.isNative(), call.isEval(), call.isAsync(), call.getEvalOrigin()]));
show("count", () => caller().length);
show("place", () => {
  const [at] = caller();
  return [/callsites\.js$/.test(at.getFileName()), at.getLineNumber() > 1, at.getColumnNumber() > 0, /stack.*callsites/.test(String(at)), Object.keys(at)];
});
show("above", () => {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, calls) => calls[0].getFunctionName() + " " + error.message;
  try {
    const error = new Error("m");
    (function outer() {
      (function inner() {
        Error.captureStackTrace(error, inner);
      })();
    })();
    return error.stack;
  } finally {
    Error.prepareStackTrace = before;
  }
});
show("restored", () => typeof new Error("x").stack);

// Pins: process is an EventEmitter: its methods, once, newListener, error, symbols, replaced emit; monitors, late handlers, signals to itself.
const attempt = (name, f) => {
  try {
    console.log(name, f());
  } catch (e) {
    console.log(name, e.name, e.code, e.message);
  }
};
console.log(typeof process.on, Object.prototype.toString.call(process), process.constructor.name);
const added = (name) => console.log("new", name);
process.on("newListener", added);
const f = () => console.log("f"), g = () => console.log("g");
process.on("custom", f).on("custom", g).on("custom", f).prependListener("custom", g);
process.off("custom", f);
console.log(process.listeners("custom").map((l) => l.name), process.rawListeners("custom").length, process.eventNames().includes("custom"), process.listenerCount("custom"));
console.log(process.emit("custom"), process.emit("nobody"), process.getMaxListeners());
const [a, b] = [Symbol("same"), Symbol("same")];
process.once(a, (value) => console.log("a", value));
console.log(process.emit(b, 1), process.emit(a, 2), process.emit(a, 3));
process.off("newListener", added).removeAllListeners("custom");
attempt("error", () => process.emit("error", new Error("thrown")));
attempt("no listener", () => process.on("x", 5));
const emit = process.emit;
process.emit = function (name, ...args) {
  if (name === "exit") console.log("emit", name, ...args);
  return emit.call(this, name, ...args);
};
const { EventEmitter } = await import("node:events");
console.log(process instanceof EventEmitter, Object.getPrototypeOf(Object.getPrototypeOf(process)) === EventEmitter.prototype);

process.on("uncaughtExceptionMonitor", (e, origin) => console.log("monitor", e.message, origin));
process.on("uncaughtException", (e, origin) => console.log("exception", e.message, origin));
process.on("rejectionHandled", (p) => console.log("handled", p instanceof Promise));
const late = Promise.reject(new Error("late"));
await new Promise((done) => setTimeout(done, 1));
late.catch(() => console.log("caught"));
await new Promise((done) => setTimeout(done, 1));
setTimeout(() => {
  throw new Error("timer");
});
process.on("SIGUSR2", (name, number) => console.log(name, number));
setTimeout(() => {
  process.kill(process.pid, "SIGUSR2");
  console.log("after kill");
  setTimeout(() => {}, 20);
}, 5);
for (const code of [{}, true, "x", 1.5]) attempt("exit code", () => (process.exitCode = code));
process.on("exit", (code) => console.log("exit", code));

// Pins: listeners that come and go during an event, once, rejected promises of listeners, warnings about many listeners, and EventTarget
import EventEmitter, { captureRejectionSymbol, getEventListeners, getMaxListeners, listenerCount, on, once, setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const warnings = [];
process.on("warning", (w) => w.name === "MaxListenersExceededWarning" && w.emitter instanceof EventEmitter && warnings.push([w.name, w.message, w.count, String(w.type)]));
const step = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "threw", e.name, e.code, e.message);
  }
};
await step("changes during an event", () => {
  const e = new EventEmitter(), seen = [];
  const b = () => seen.push("b");
  e.on("x", () => { seen.push("a"); e.off("x", b); e.on("x", () => seen.push("c")); e.prependListener("x", () => seen.push("p")); });
  e.on("x", b);
  e.emit("x");
  seen.push("|");
  e.emit("x");
  return seen.join("");
});
await step("one listener that adds others", () => {
  const e = new EventEmitter(), seen = [];
  e.once("x", () => { seen.push(1); e.on("x", () => seen.push(2)); });
  e.emit("x");
  e.emit("x");
  return seen;
});
await step("many listeners", () => {
  const e = new EventEmitter().setMaxListeners(0), seen = [];
  const list = Array.from({ length: 100 }, (_, i) => () => seen.push(i));
  for (const f of list) e.on("x", f);
  e.once("x", list[5]);
  e.on("x", list[5]);
  e.off("x", list[5]).off("x", list[5]);
  for (const f of list.slice(0, 95)) e.off("x", f);
  e.emit("x");
  return [seen, e.listenerCount("x"), e.listeners("x").length];
});
await step("events about listeners", () => {
  const e = new EventEmitter(), seen = [], f = () => {}, h = () => {};
  e.on("newListener", (type, l) => seen.push(["new", type, l === f]));
  e.on("removeListener", (type, l) => seen.push(["gone", type, l === f]));
  e.once("x", f);
  e.emit("x");
  e.once("x", f);
  e.on("x", h);
  e.off("x", f);
  e.once("x", f);
  e.emit("x");
  e.removeAllListeners("x");
  return seen;
});
await step("once removes its listeners at once", () => {
  const e = new EventEmitter();
  const p = once(e, "x");
  e.emit("x", 1, 2);
  const counts = [e.listenerCount("x"), e.listenerCount("error")];
  let thrown = "";
  try { e.emit("error", new Error("late")); } catch (error) { thrown = error.message; }
  return p.then((value) => [counts, thrown, value]);
});
await step("once and an error", async () => {
  const e = new EventEmitter(), p = once(e, "x");
  e.emit("error", new Error("E"));
  return p.catch((error) => [error.message, e.eventNames()]);
});
await step("once of error", async () => { const e = new EventEmitter(), p = once(e, "error"); e.emit("error", 7); return p; });
await step("once and a signal", async () => {
  const e = new EventEmitter(), c = new AbortController(), p = once(e, "x", { signal: c.signal });
  c.abort("why");
  return p.catch((error) => [error.name, error.cause, e.eventNames(), getEventListeners(c.signal, "abort").length]);
});
await step("once leaves nothing at a signal", async () => {
  const e = new EventEmitter(), c = new AbortController(), p = once(e, "x", { signal: c.signal });
  e.emit("x");
  return [getEventListeners(c.signal, "abort").length, await p];
});
await step("on", async () => {
  const e = new EventEmitter(), it = on(e, "x");
  for (let i = 0; i < 3; i++) e.emit("x", i);
  e.emit("error", new Error("q"));
  const seen = [];
  try { for await (const v of it) seen.push(v); } catch (error) { seen.push(error.message); }
  return seen;
});
await step("rejections", async () => {
  const e = new EventEmitter({ captureRejections: true }), seen = [];
  e.on("x", async () => { throw new Error("boom"); });
  e.on("error", (error) => seen.push(error.message));
  e.emit("x");
  const own = new EventEmitter({ captureRejections: true });
  own[captureRejectionSymbol] = (error, type, ...args) => seen.push([error.message, type, args]);
  own.on("y", async () => { throw new Error("bang"); });
  own.emit("y", 1, 2);
  const odd = new EventEmitter({ captureRejections: true });
  odd.on("z", () => ({ get then() { throw new Error("then"); } }));
  odd.on("error", (error) => seen.push(error.message));
  odd.emit("z");
  await sleep(5);
  return seen;
});
await step("rejections of all emitters", async () => {
  EventEmitter.captureRejections = true;
  const e = new EventEmitter();
  EventEmitter.captureRejections = false;
  const seen = [EventEmitter.captureRejections];
  return [...seen, e instanceof EventEmitter];
});
await step("wrong option", () => new EventEmitter({ captureRejections: "yes" }));
await step("wrong default", () => { EventEmitter.captureRejections = 1; });
await step("targets", () => {
  const t = new EventTarget(), f = () => {}, o = { handleEvent() {} };
  t.addEventListener("a", f);
  t.addEventListener("a", f);
  t.addEventListener("a", f, true);
  t.addEventListener("a", o);
  const before = getEventListeners(t, "a");
  t.removeEventListener("a", f);
  t.removeEventListener("b", f);
  setMaxListeners(30, t);
  return [before.length, before[0] === f, getEventListeners(t, "a").length, getEventListeners(t, "none"), listenerCount(t, "a"), getMaxListeners(t)];
});
await step("changes during a dispatch", () => {
  const t = new EventTarget(), seen = [];
  const b = () => seen.push("b");
  t.addEventListener("x", () => { seen.push("a"); t.removeEventListener("x", b); });
  t.addEventListener("x", b);
  t.dispatchEvent(new Event("x"));
  t.dispatchEvent(new Event("x"));
  t.addEventListener("x", b);
  t.dispatchEvent(new Event("x"));
  return seen.join("");
});
await step("names", () => new EventEmitter().on("a", () => {}).on(Symbol.iterator, () => {}).eventNames());
await step("wrong emitters", () => getEventListeners({}, "a"));
await step("wrong emitter", () => setMaxListeners(3, {}));
await step("warnings", async () => {
  const e = new EventEmitter();
  for (let i = 0; i < 13; i++) e.on("a", () => {}).on("b", () => {});
  e.removeAllListeners("a");
  for (let i = 0; i < 11; i++) e.on("a", () => {});
  await sleep(5);
  return warnings;
});

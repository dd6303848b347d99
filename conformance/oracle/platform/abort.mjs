// Pins: AbortController, AbortSignal.any, timeout, throwIfAborted, reasons, order of listeners
const c = new AbortController();
const events = [];
c.signal.onabort = () => events.push("onabort");
c.signal.addEventListener("abort", (e) => events.push(e.type, e.target === c.signal), { once: true });
console.log(c.signal.aborted, c.signal.reason);
c.abort();
c.abort("again");
console.log(events, c.signal.aborted, c.signal.reason.name, c.signal.reason.message, c.signal.reason.code, c.signal.reason instanceof DOMException);
try {
  c.signal.throwIfAborted();
} catch (e) {
  console.log(e === c.signal.reason);
}
const own = AbortSignal.abort({ own: 1 });
console.log(own.reason, own.aborted);
const d = new AbortController();
const any = AbortSignal.any([d.signal, new AbortController().signal]);
d.abort("why");
console.log(any.aborted, any.reason, AbortSignal.any([own]).reason);
const t = AbortSignal.timeout(2);
const alive = setTimeout(() => {}, 1000);
await new Promise((r) => t.addEventListener("abort", r));
clearTimeout(alive);
console.log(t.reason.name, t.reason.message, t.reason.code);

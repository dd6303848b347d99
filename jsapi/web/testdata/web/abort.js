// AbortController and AbortSignal.
show("fresh", () => {
  const c = new AbortController();
  return [c.signal.aborted, c.signal.reason, c.signal.onabort, c.signal === c.signal, c.signal.throwIfAborted()];
});
show("abort", () => {
  const c = new AbortController();
  const seen = [];
  c.signal.onabort = (e) => seen.push("on " + e.type + e.isTrusted + (e.target === c.signal));
  c.signal.addEventListener("abort", () => seen.push("listener"));
  c.abort();
  c.abort("again");
  const { reason } = c.signal;
  return [seen, c.signal.aborted, reason.name, reason.message, reason.code, reason instanceof DOMException];
});
show("throwIfAborted", () => {
  const c = new AbortController();
  c.abort();
  c.signal.throwIfAborted();
});
show("reason", () => {
  const c = new AbortController();
  const reason = { why: 1 };
  c.abort(reason);
  const d = new AbortController();
  d.abort(null);
  return [c.signal.reason === reason, d.signal.reason];
});
show("onabort", () => {
  const c = new AbortController();
  const seen = [];
  c.signal.onabort = () => seen.push("one");
  c.signal.onabort = () => seen.push("two");
  c.signal.addEventListener("abort", () => seen.push("three"));
  c.abort();
  c.signal.onabort = null;
  const d = new AbortController();
  d.signal.onabort = () => seen.push("never");
  d.signal.onabort = null;
  d.abort();
  return [seen, c.signal.onabort, d.signal.onabort];
});
show("static abort", () => [AbortSignal.abort().aborted, AbortSignal.abort().reason.name, AbortSignal.abort(7).reason]);
show("any", () => {
  const a = new AbortController();
  const b = new AbortController();
  const any = AbortSignal.any([a.signal, b.signal]);
  const nested = AbortSignal.any([any, new AbortController().signal]);
  const seen = [];
  a.signal.addEventListener("abort", () => seen.push("a"));
  b.signal.addEventListener("abort", () => seen.push("b"));
  any.addEventListener("abort", () => seen.push("any"));
  nested.addEventListener("abort", () => seen.push("nested"));
  b.abort("why");
  a.abort("late");
  return [seen, any.aborted, any.reason, nested.reason];
});
show("any of aborted", () => {
  const any = AbortSignal.any([new AbortController().signal, AbortSignal.abort(1), AbortSignal.abort(2)]);
  return [any.aborted, any.reason];
});
show("any of the same twice", () => {
  const a = new AbortController();
  let n = 0;
  AbortSignal.any([a.signal, a.signal, AbortSignal.any([a.signal])]).addEventListener("abort", () => n++);
  a.abort();
  return n;
});
show("any of nothing", () => AbortSignal.any([]).aborted);
show("any wrong", () => AbortSignal.any([1]));
show("any wrong", () => AbortSignal.any());
show("constructor", () => new AbortSignal());
show("timeout wrong", () => AbortSignal.timeout("x"));
show("timeout wrong", () => AbortSignal.timeout(-1));
show("timeout wrong", () => AbortSignal.timeout(1.5));
show("tags", () => [new AbortController(), AbortSignal.abort()].map((o) => Object.prototype.toString.call(o)));
const timed = AbortSignal.timeout(5);
timed.addEventListener("abort", (e) => print("timed out", e.type, timed.reason.name, timed.reason.code, timed.reason.message));
setTimeout(() => print("later", timed.aborted), 40);
const idle = AbortSignal.timeout(1000000);
idle.addEventListener("abort", () => print("never: a timeout does not keep the program alive"));

// Pins: the order of events of dependent abort signals, and that many dependents of one signal, or a long chain of them, are cheap
const events = [];
const [a, b, c] = [new AbortController(), new AbortController(), new AbortController()];
const x = AbortSignal.any([a.signal, b.signal]);
const y = AbortSignal.any([x, c.signal]);
const z = AbortSignal.any([y]);
const w = AbortSignal.any([a.signal]);
w.onabort = () => events.push("w");
z.onabort = () => events.push(`z ${y.aborted}`);
y.addEventListener("abort", () => events.push("y"));
b.abort("first");
events.push(x.aborted, y.reason, z.reason, w.aborted);
x.onabort = () => events.push("never");
a.abort("second");
c.abort("third");
console.log(events.join(), x.reason, z.reason, w.reason);
{
  const s = AbortSignal.any([new AbortController().signal]);
  const f = () => {};
  s.addEventListener("abort", f);
  s.removeEventListener("abort", f);
  console.log(s.aborted, s.reason);
}
{
  const root = new AbortController();
  const dependent = AbortSignal.any([root.signal]);
  root.signal.onabort = () => dependent.addEventListener("abort", () => console.log("added while the root is aborted"));
  root.abort();
}
{
  const root = new AbortController();
  let s = root.signal;
  for (let i = 0; i < 3000; i++) s = AbortSignal.any([s]);
  let n = 0;
  s.onabort = () => n++;
  root.abort(1);
  console.log(n, s.reason);
}
{
  const root = new AbortController();
  let n = 0;
  for (let i = 0; i < 20000; i++) {
    const dependent = AbortSignal.any([root.signal, new AbortController().signal]);
    if (i % 1000 === 0) dependent.onabort = () => n++;
  }
  root.abort();
  console.log(n);
}
for (const bad of ["x", 5, null, undefined, [1]]) {
  try {
    AbortSignal.any(bad);
  } catch (e) {
    console.log(e.name, e.message);
  }
}

// Timers and microtasks: order, arguments, the Timeout object.
const log = [];
const note = (s) => log.push(s);
setTimeout(() => note("20ms"), 20);
setTimeout(() => note("1ms a"), 0);
setTimeout(() => {
  note("1ms b");
  queueMicrotask(() => note("micro of b"));
  Promise.resolve().then(() => note("promise of b"));
}, 1);
setTimeout(() => note("1ms c"), -5);
queueMicrotask(() => note("micro"));
Promise.resolve().then(() => note("promise"));
setTimeout((...args) => note("args " + args), 3, 1, "x");
setTimeout(note, 10, "10ms");
let ticks = 0;
const interval = setInterval(function (step) {
  ticks += step;
  note("tick " + ticks + " " + (this === interval));
  if (ticks === 3) clearInterval(interval);
}, 30, 1);
const cancelled = setTimeout(() => note("never"), 5);
clearTimeout(cancelled);
const byNumber = setTimeout(() => note("never"), 5);
clearTimeout(+byNumber);
const byString = setTimeout(() => note("never"), 5);
clearTimeout(String(+byString));
const byMethod = setTimeout(() => note("never"), 5);
show("close returns itself", () => byMethod.close() === byMethod);
clearTimeout(undefined);
clearTimeout(null);
clearTimeout({});
clearTimeout("nonsense");
let runs = 0;
const again = setTimeout(() => {
  note("refreshed " + ++runs);
  if (runs < 3) again.refresh();
}, 200);
const dead = setTimeout(() => note("never"), 5);
clearTimeout(dead);
dead.refresh();
const idle = setTimeout(() => note("never: unref"), 100000);
show("hasRef", () => [idle.hasRef(), idle.unref() === idle, idle.hasRef(), idle.ref().hasRef(), idle.unref().hasRef()]);
setImmediate(() => {
  const order = [];
  setTimeout(() => order.push("timer"), 10);
  setImmediate((a) => order.push("immediate " + a), 1);
  const gone = setImmediate(() => order.push("never"));
  clearImmediate(gone);
  setTimeout(() => print("from an immediate:", order.join(", ")), 40);
});
show("no function", () => setTimeout("code"));
show("no function", () => setInterval());
show("no function", () => setImmediate(null));
show("no function", () => queueMicrotask(42));
show("class", () => [interval.constructor.name, Object.prototype.toString.call(interval)]);
show("numbers", () => typeof +interval);
setTimeout(() => print(log.join("\n")), 1500);

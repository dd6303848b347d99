// Pins: shift and unshift of arrays, also of long ones, frozen ones, and those with holes
const show = (f) => {
  try {
    console.log(JSON.stringify(f()));
  } catch (e) {
    console.log(e.name);
  }
};
const list = (n) => Array.from({ length: n }, (_, i) => i);
const sum = (a) => a.reduce((x, y) => x + y, 0);
for (const n of [0, 1, 2, 31, 32, 33, 34, 40, 100, 5000]) {
  show(() => {
    const a = list(n), first = a.shift();
    a.push("x", "y");
    const second = a.shift();
    return [first, second, a.length, a.slice(0, 3), a.slice(-3), Object.keys(a).length, n in a, n + 1 in a, a.indexOf("x")];
  });
  show(() => {
    const a = list(n), l = a.unshift("p", "q");
    a.unshift("o");
    return [l, a.length, a.slice(0, 5), a.slice(-3), Object.keys(a).length, a.shift(), a.shift(), a.shift(), sum(a)];
  });
}
show(() => {
  const queue = [], out = [];
  for (let i = 0; i < 50000; i++) {
    queue.push(i);
    if (i % 3 !== 2) out.push(queue.shift());
  }
  while (queue.length > 0) out.push(queue.shift());
  return [out.length, out.every((x, i) => x === i), queue.length, queue.shift() === undefined];
});
show(() => {
  const a = [];
  for (let i = 0; i < 20000; i++) a.unshift(i);
  return [a.length, a[0], a[19999], sum(a), a.map((x) => x).length];
});
show(() => { const a = list(100); delete a[3]; a.shift(); return [a.length, 2 in a, 3 in a]; });
show(() => { const a = list(100); delete a[99]; a.shift(); a[98] = 1; return [a.length, 97 in a, sum(a)]; });
show(() => Object.freeze(list(100)).shift());
show(() => Object.seal(list(100)).shift());
show(() => Object.freeze(list(100)).unshift(1));
show(() => Object.preventExtensions(list(100)).shift());
show(() => { const a = Object.defineProperty(list(50), "length", { writable: false }); try { a.shift(); } catch (e) { return [e.name, a.length]; } });
show(() => { const a = list(50); Object.defineProperty(a, 5, { get: () => "got", configurable: true, set() {} }); return [a.shift(), a.slice(3, 7), a.length]; });
show(() => {
  const got = [];
  Object.defineProperty(Array.prototype, 50, { set(v) { got.push(v); }, configurable: true });
  const a = list(50);
  const l = a.unshift("new");
  delete Array.prototype[50];
  return [l, got, a.length, 50 in a, a[0], a[49], a.filter(() => true).length];
});
show(() => { class Q extends Array {} const q = Q.from(list(60)); return [q.shift(), q.shift(), q.length, q instanceof Q, q.unshift(7), q[0], q[1]]; });
show(() => { const o = { length: 3, 0: "a", 1: "b", 2: "c" }; return [Array.prototype.shift.call(o), Array.prototype.unshift.call(o, "z"), o]; });
show(() => { const a = list(60); const seen = []; a.forEach((x) => { if (seen.length < 40) seen.push(x), a.shift(); }); return [seen.length, seen.slice(-2), a.length]; });
show(() => { const a = list(60), i = a.values(); i.next(); a.shift(); return [i.next().value, a.length]; });
show(() => { const a = list(60); a.sort((x, y) => { if (a.length > 50) a.shift(); return y - x; }); return a.length > 0; });
show(() => { const a = list(40); a.shift(); a.length = 10; a.shift(); a.length = 20; return [a.length, Object.keys(a).length, a[8], 9 in a]; });
show(() => { const a = list(40); a.shift(); a.splice(2, 5, "s"); a.reverse(); a.shift(); return [a.length, a.slice(-4), a.concat([1]).length]; });

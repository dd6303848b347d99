// Pins: defaults at every depth of a pattern, with and without the rest
const o = { b: { c: [1] , z: 3}, x: 1, y: 2 };
const { a = 1, b: { c: [, d = 2] = [] } = {}, ...rest } = o;
console.log(a, d, rest);
let p, q, r2;
({ b: { c: [p, q = 7] = [] } = {}, ...r2 } = o);
console.log(p, q, r2);
function f({ a: { b = 3, ...c } = {}, ...e } = {}, ...[g, h = 5]) { return [b, c, e, g, h]; }
console.log(f({ a: { x: 1 }, k: 2 }, 9));
for (const { x, b: { z, ...zz }, ...w } of [o]) console.log(x, z, zz, w);
const [{ m = 1, ...n } = {}, ...[s, ...t]] = [{ k: 1 }, 2, 3, 4];
console.log(m, n, s, t);
const g = async ({ b: { c: [first, ...others] }, ...more }) => [first, others, more];
console.log(await g({ b: { c: [1, 2, 3] }, k: 1 }));
try { throw { code: 1, a: [1, 2], extra: 3 } } catch ({ code, a: [, two], ...ex }) { console.log(code, two, ex); }
const { [`k${1}`]: kk = 4, ...others2 } = { k1: undefined, k2: 2 };
console.log(kk, others2);
const fn = ([, b] = [], { c: [, , d2] = [1, 2, 3] } = {}) => [b, d2];
console.log(fn([1, 2]), fn());
const { length, 0: zero, ...restStr } = "abc";
console.log(length, zero, restStr);
class Pair { constructor({ p: [a = 1, [b = 2] = []] = [] } = {}) { this.sum = a + b; } m([{ q: [c = 3] = [] } = {}] = []) { return c; } }
console.log(new Pair().sum, new Pair({ p: [5, [6]] }).sum, new Pair().m(), new Pair().m([{ q: new Set([9]) }]));
let tt;
[[tt = ([u = 1] = []) => u] = []] = [];
console.log(tt(), tt([2]));
const nested = ({ f: [g = ([h = 1] = []) => [h]] = [] } = {}) => g();
console.log(nested());
for (const [k, [v = 1] = []] of new Map([["a", [2]], ["b", undefined]])) console.log(k, v);

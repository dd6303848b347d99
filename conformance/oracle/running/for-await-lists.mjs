// Pins: what for await does with synchronous iterators: the order of jobs, what it reads and when, and what it refuses
const log = []; const L = (x) => log.push(x);
const it = () => { let i = 0; return { [Symbol.iterator]() { L("iter"); return { next(...a) { L("next" + a.length); return { get done() { L("done"); return i >= 2 }, get value() { L("value"); return i++ % 2 ? Promise.resolve("p" + i) : i } } }, get return() { L("get return"); return (...a) => { L("return" + a.length); return {} } } } } } };
const tick = async (n) => { for (let i = 0; i < n; i++) { await null; L("t" + i) } };
const p = tick(30);
for await (const x of it()) { L(x); }
L("end"); for await (const x of it()) { L(x); break }
L("end2"); await p; console.log(log.join());
try { for await (const x of { [Symbol.iterator]: () => ({ next: () => 5 }) }) console.log(x) } catch (e) { console.log(e.message) }
try { for await (const x of [Promise.reject(new Error("r")), 1]) console.log(x) } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), return: () => 5 }) }) break; console.log("ok") } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => ({ done: false, value: Promise.resolve(1) }), return: () => 5 }) }) { console.log(x); break } } catch (e) { console.log(e.message) }
try { for await (const x of 5) ; } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.asyncIterator]: 1 }) ; } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.asyncIterator]: () => 1 }) ; } catch (e) { console.log(e.message) }
{
async function* ag() { try { yield 1; yield 2 } finally { console.log("fin") } }
async function* w(l) { for await (const x of l) { yield x * 2 } }
for await (const x of w(ag())) { console.log(x); break }
for await (const x of w([1, 2])) console.log(x);
lab: for await (const x of [1, 2]) for await (const y of [3, 4]) { console.log(x, y); continue lab }
for await (const x of new Set([1])) console.log(x); for await (const c of "ab") console.log(c);
async function nest() { for await (const x of [1]) { try { return x } finally { console.log("inner fin") } } }
console.log(await nest());
try { for await (const x of ag()) throw new Error("body") } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }), return() { throw new Error("ret") } } } }) break } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }), return() { throw new Error("ret") } } } }) throw new Error("first") } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }), get return() { throw new Error("get") } } } }) break } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.asyncIterator]() { return { next: async () => ({ value: 1, done: false }), return: 5 } } }) break } catch (e) { console.log(e.message) }
try { for await (const x of { [Symbol.asyncIterator]() { return { next: async () => ({ value: 1, done: false }) } } }) break; console.log("ok") } catch (e) { console.log(e.message) }
const s = [Promise.resolve(1), Promise.reject(new Error("x"))]; try { for await (const x of s) console.log(x) } catch (e) { console.log(e.message, e.stack.split("\n").length > 0) }
let i = 0; for await (i of [1, 2]); console.log(i); const o = {}; for await (o.x of [5]); console.log(o); for await (const [a, { b }] of [[1, { b: 2 }]]) console.log(a, b);
const f = async () => { for await (const x of [1]) await (async () => { for await (const y of [2]) console.log(x, y) })() }; await f();
class It { async *[Symbol.asyncIterator]() { yield* [1, 2] } } for await (const x of new It()) console.log(x);
try { const q = undefined; for await (const x of q); } catch (e) { console.log(e.name, e.message) } try { const q = { a: 1 }; for await (const x of q); } catch (e) { console.log(e.name, e.message) } try { const q = null; for await (const x of q.z); } catch (e) { console.log(e.name, e.message) }
}

// Pins: an iterator without a method next throws at its first step, and so does toLocaleString without toString
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.message); } };
for (const next of [undefined, null, 5, -0, 1.5, {}, [1], "x", Symbol("s"), true, 7n]) {
  const made = () => ({ [Symbol.iterator]: () => ({ next, return() { console.log("return"); return {}; } }) });
  t(() => { for (const x of made()); });
  t(() => { const [x] = made(); });
  t(() => { const [] = made(); return "none"; });
  t(() => { let x; [x] = made(); });
  t(() => ((([x]) => x)(made())));
}
const broken = () => ({ [Symbol.iterator]: () => ({}) }), names = (f) => { try { f(); } catch (e) { console.log(e.name); } };
for (const f of [() => [...broken()], () => new Set(broken()), () => new Map(broken()), () => Array.from(broken()), () => Math.max(...broken()), () => Object.fromEntries(broken()), () => new WeakSet(broken()), () => new Uint8Array(broken()), () => new URLSearchParams(broken()), () => Promise.all(broken()).catch((e) => console.log("all", e.name))]) names(f);
function* given() { try { yield* broken(); } catch (e) { yield e.name; } return yield* [3]; }
console.log([...given()]);
function* twice() { const got = yield* { [Symbol.iterator]() { let n = 0; return { next(v) { return { value: [v, n], done: n++ > 1 }; }, return(v) { console.log("closed", v); return { value: "r", done: true }; }, throw(e) { return { value: "thrown " + e, done: false }; } }; } }; return got; }
let it = twice(); console.log(it.next(1), it.next(2), it.throw("no"), it.next(3), it.next(4)); it = twice(); console.log(it.next(), it.return(9), it.next());
function* chain(n) { if (n > 0) yield* chain(n - 1); yield n; }
console.log([...chain(5)], [...(function* () { yield* "aé"; yield* new Set([1]); const x = yield* (function* () { return 4; })(); yield x; })()]);
async function* later() { try { yield* broken(); } catch (e) { yield e.name; } }
for await (const x of later()) console.log(x);
for (const o of [Object.create(null), { toString: 5 }, { toString: null }, { toString: () => "own" }, 5, true, "x", [1, 2], undefined]) t(() => Object.prototype.toLocaleString.call(o));
t(() => true.toLocaleString() + Symbol("s").toLocaleString() + [[1], { toLocaleString: () => "l" }].toLocaleString());

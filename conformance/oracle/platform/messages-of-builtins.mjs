// Pins: messages of errors of built-in functions
const run = (f) => { try { console.log(f()); } catch (e) { console.log(e.name + ": " + e.message); } };
for (const n of [-1, "-2", Infinity, -Infinity, -1.5, -0.5, NaN, 2.9]) run(() => "ab".repeat(n));
run(() => new Int16Array(4).set([1, 2], 255)); run(() => new Int16Array(4).set(new Float32Array(5)));
class S extends Array { static get [Symbol.species]() { return 5; } }
run(() => S.from([1]).map((x) => x)); run(() => S.from([1]).flat());
class A { #x = 1; set(v) { this.#x = v; } get() { return this.#x; } }
run(() => A.prototype.set.call({}, 1)); run(() => A.prototype.get.call({}));

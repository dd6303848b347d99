// Pins: yield* in generators and async generators: which iterator is taken, iterators without throw, and calls of a generator while it runs
const both = { *[Symbol.iterator]() { yield 1; }, async *[Symbol.asyncIterator]() { yield 2; } };
function* plain() { for (;;) { yield* both; break; } yield* ([5], [6]); }
console.log([...plain()].join());
class A {
  *method() { if (both) { yield* both; } }
  static *["comp" + "uted"](a = { b: (c) => c }) { yield* both; }
  async *later() { yield* both; }
  async *inner() { function* q() { yield* both; } yield* q(); }
}
console.log([...new A().method()].join(), [...A.computed()].join());
for (const name of ["later", "inner"]) for await (const x of new A()[name]()) console.log(name, x);

const attempt = (what, f) => {
  try {
    console.log(what, JSON.stringify(f()));
  } catch (e) {
    console.log(what, `throws ${e?.name ?? e}: ${e?.message}`);
  }
};
const without = { [Symbol.iterator]() { return this; }, next: () => ({ value: 1, done: false }), return() { console.log("closed"); return {}; } };
for (const iterable of [[3, 4], without]) {
  const g = (function* () { try { yield* iterable; } catch (e) { console.log("caught", e.message); yield 9; } })();
  for (const [call, v] of [["next"], ["throw", 1], ["next"], ["next"]]) attempt(call, () => g[call](v));
}
let outer;
const entering = (call, answer) => ({
  n: 0,
  [Symbol.iterator]() { return this; },
  next() {
    if (this.n++ < 2) { attempt(`inside ${call}`, () => outer[call]("again")); return { value: this.n, done: false }; }
    return answer;
  },
  return: (v) => { console.log("return", v); return { done: true, value: v }; },
  throw(v) { console.log("throw", v); throw v; },
});
for (const call of ["next", "return", "throw"]) {
  for (const answer of [{ done: true, value: 8 }, { done: false, value: 9 }, 5]) {
    console.log(call, JSON.stringify(answer));
    outer = (function* () { try { console.log("result", yield* entering(call, answer)); } catch (e) { console.log("caught", e.name); } finally { console.log("finally"); } yield 6; })();
    for (let i = 0; i < 5; i++) attempt("next", () => outer.next());
  }
}

// Pins: errors of finally blocks and of iterators while a generator closes: which blocks get them, and what the generator does afterwards
const show = (what, f) => {
  try {
    const v = f();
    console.log(what, typeof v === "object" ? JSON.stringify(v) : v);
  } catch (e) {
    console.log(what, "throws", e?.message ?? e);
  }
};
const failing = { [Symbol.iterator]() { return this; }, next: () => ({ value: "x", done: false }), return() { throw Error("no return"); } };
const generators = {
  *yields() { try { yield 1; } finally { yield 2; } },
  *throws() { try { try { yield 1; } finally { throw Error("inner"); } } finally { console.log("outer block"); } },
  *catches() { try { try { yield 1; } finally { throw Error("inner"); } } catch (e) { console.log("caught", e.message); yield "again"; } return "end"; },
  *iterates() { try { yield 1; } finally { for (const x of failing) yield x; } },
  *iteratesIn() { try { for (const x of failing) yield x; } catch (e) { console.log("caught", e.message); yield "after"; } finally { console.log("block"); } },
  *iteratesOut() { for (const x of failing) { try { yield x; } catch { yield "c"; } } },
  *leaves() { for (;;) { try { yield 1; } finally { break; } } yield "left"; },
  *delegates() { try { try { yield* [1, 2]; } finally { throw Error("inner"); } } finally { console.log("outer block"); } },
  *returns() { try { yield 1; } finally { try { return yield "r"; } finally { console.log("last"); } } },
};
for (const [name, make] of Object.entries(generators)) {
  for (const calls of [["return"], ["return", "throw"], ["return", "next", "return"], ["throw", "return"], ["return", "return"]]) {
    const g = make();
    console.log(name, calls.join());
    show("next", () => g.next());
    for (const call of calls) show(call, () => g[call](call));
    show("next", () => g.next("n"));
  }
  show(name, () => { for (const x of make()) return x; });
  show(name, () => { const [x] = make(); return x; });
  show("afterwards", () => [..."ok"].join());
}

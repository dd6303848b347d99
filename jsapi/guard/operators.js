// This file has functions for the operators that can make a large BigInt at once. The bundler turns ** into a call of
// the first function, and passes the shift of << and >> to the others. Without them goja would request any amount of
// memory for the result.
(() => {
  "use strict";
  const most = 4194304n; // bits
  const { RangeError, Number, Math: { abs, log2 }, Reflect: { apply, defineProperty }, BigInt: { prototype: { toString } } } = globalThis;
  const numeric = (v) => (typeof v === "object" || typeof v === "function" ? -(-v) : v);
  const bits = (n) => (n < 9007199254740992n && n > -9007199254740992n ? log2(abs(Number(n))) : apply(toString, n, [16]).length * 4);
  const check = (ok) => {
    if (!ok) throw new RangeError("Maximum BigInt size exceeded");
  };
  const power = (a, b) => {
    a = numeric(a);
    b = numeric(b);
    if (typeof a === "bigint" && typeof b === "bigint" && b > 1n) {
      if (a === 0n || a === 1n) return a;
      if (a === -1n) return b % 2n ? a : 1n;
      check(b <= most && bits(a) * Number(b) <= Number(most));
    }
    return a ** b;
  };
  const shift = (sign) => (by) => {
    by = numeric(by);
    if (typeof by !== "bigint" || (by <= most && by >= -most)) return by;
    check(by > 0n !== sign);
    return sign ? -most * 64n : most * 64n;
  };
  for (const [name, value] of [["__hitlrunPower", power], ["__hitlrunLeft", shift(true)], ["__hitlrunRight", shift(false)]]) defineProperty(globalThis, name, { value });
})();

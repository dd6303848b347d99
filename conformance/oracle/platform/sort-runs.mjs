// Pins: the order of calls and the results of sort for functions that contradict themselves, in long lists and typed arrays
let s = 7; const rnd = () => (s = (s * 1103515245 + 12345) % 2147483648) / 2147483648;
for (const n of [64, 65, 100, 128, 200, 500, 1000, 3000]) for (const f of ["NaN", "random", "const", "bool", "mod", "neg"]) {
  const a = Array.from({ length: n }, (_, i) => ({ i, v: Math.floor(rnd() * 20) })); let calls = 0, h = 0;
  const cmp = { NaN: (x, y) => (x.i % 7 ? x.v - y.v : NaN), random: () => rnd() - 0.5, const: () => 1, bool: (x, y) => x.v > y.v, mod: (x, y) => ((x.i * 31 + y.i * 17) % 5) - 2, neg: () => -1 }[f];
  const r = a.sort((x, y) => { calls++; h = (h * 31 + x.i * 7 + y.i) % 1000003; return cmp(x, y) }); let g = 0; for (const x of r) g = (g * 31 + x.i) % 1000003;
  console.log(n, f, calls, h, g);
}
const b = []; for (let i = 0; i < 300; i++) b[i] = (i * 7919) % 101; let c = 0; b.sort((x, y) => { c++; return x > y }); console.log(c, b.join());
const t = Float64Array.from({ length: 200 }, (_, i) => (i * 31) % 57); c = 0; t.sort((x, y) => { c++; return x > y }); console.log(c, t.join()); const t2 = t.toSorted((x, y) => { c++; return y - x }); console.log(c, t2.join());
const runs = []; for (let k = 0; k < 8; k++) for (let i = 0; i < 90; i++) runs.push(k % 2 ? i * 3 + k : 300 - i * 2); c = 0; const rs = runs.toSorted((x, y) => { c++; return x - y }); console.log(c, rs.join());

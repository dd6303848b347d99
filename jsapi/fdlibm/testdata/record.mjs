// node record.mjs > values.txt
// Each line has a function of Math, its arguments and its result; numbers are the hexadecimal digits of their bits.
let seed = 7;
function random() { // the same numbers each time
  seed = seed + 0x6D2B79F5 | 0;
  let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
  t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
  return ((t ^ t >>> 14) >>> 0) / 4294967296;
}
const float = new Float64Array(1), bits = new BigUint64Array(float.buffer);
const hex = (x) => {
  if (x !== x) return "NaN";
  float[0] = x;
  return bits[0].toString(16).padStart(16, "0");
};
const kinds = [
  () => Math.floor(random() * 1000), () => Math.floor(random() * 10000) / 100 - 50, () => random() * 2 - 1, () => random() * 1e5 - 5e4,
  () => 10 ** Math.floor(random() * 40 - 20), () => 2 ** Math.floor(random() * 100 - 50), () => Math.floor(random() * 100) * Math.PI / 4, () => random() * 1400 - 700,
];
const some = () => kinds[Math.floor(random() * kinds.length)]();
const special = [0, -0, 1, -1, NaN, Infinity, -Infinity, 0.5, -0.5, 5e-324, 1e308, 2, 1000, 0.1];
for (const name of ["acos", "acosh", "asin", "asinh", "atan", "cbrt", "cos", "cosh", "exp", "log", "log10", "log2", "sin", "sinh", "tan", "tanh"]) {
  for (const x of special) if (Math.abs(x) !== 1e308) console.log(name, hex(x), hex(Math[name](x)));
  for (let i = 0; i < 30; i++) {
    const x = some();
    console.log(name, hex(x), hex(Math[name](x)));
  }
}
for (const name of ["atan2", "pow"]) {
  for (const x of [...special, 9, 697]) for (const y of [0, -0, 1, -1.5, 26, 0.5, NaN, Infinity, -Infinity, 1.5]) console.log(name, hex(x), hex(y), hex(Math[name](x, y)));
  for (let i = 0; i < 60; i++) {
    const x = some(), y = i % 2 ? some() : Math.floor(random() * 40) - 10;
    console.log(name, hex(x), hex(y), hex(Math[name](x, y)));
  }
}

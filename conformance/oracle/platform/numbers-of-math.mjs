// Pins: the last digits of the functions of Math and of **, operators on the bits of large numbers, and BigInts as numbers
console.log(9 ** 1.5, 0.09 ** 1.5, 1.05 ** 10, 3 ** 40, 2 ** -0.5, (-8) ** (1 / 3), 697 ** 26, 1e300 ** 0.1);
for (const [x, y] of [[9, 1.5], [1.07, 30], [2, 3.5], [-2, 3], [1, Infinity], [0, -1], [-0, 3], [NaN, 0]]) console.log(x, y, Math.pow(x, y), x ** y, Math.atan2(x, y));
for (const name of ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "exp", "expm1", "log", "log10", "log1p", "log2", "sin", "sinh", "sqrt", "tan", "tanh"]) {
  console.log(name, ...[0.1, 0.2, 0.7, 1.5, 3, 5, 58, 1000, -0.3, 1e7].map((x) => Math[name](x)));
}
console.log(Math.floor(Math.log10(1000)), Math.sin({ valueOf: () => 2 }), Math.cos("3"), Math.exp());
const large = [1e20, -1.5e22, 2 ** 63, 2 ** 64 + 2 ** 12, 4294967295 * 2654435761, 1e300];
for (const x of large) console.log(x | 0, x >>> 0, ~x, x ^ 5, x & -1, x << 1, x >> 1, x >>> 3, 1 << x, Math.imul(x, 3), Math.clz32(x));
let hash = 0;
for (const c of "the quick brown fox") hash = ((hash ^ c.charCodeAt(0)) * 2654435761) >>> 0;
console.log(hash);
for (const n of [2n ** 63n, 12345678901234567890n, -(2n ** 64n), 2n ** 1024n, 2n ** 53n + 1n]) console.log(Number(n), new Number(n), Number(Object(n)), n == Number(n));

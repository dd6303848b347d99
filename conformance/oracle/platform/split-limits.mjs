// Pins: the limits of split, of a text and of a pattern; Math.sign of what is no number
for (const separator of [",", /,/, /(,)/g, "", /(?:)/u, /,/y]) {
  for (const limit of [-1, 0, 1, 2, 100, undefined, null, NaN, Infinity, -Infinity, 2 ** 32, 2 ** 32 + 1, 2 ** 31, "1", 1.9, -1.5, { valueOf: () => 2 }]) console.log(String(separator), limit, "a,b,ü,d".split(separator, limit));
}
console.log([null, "x", "3", undefined, -0, -5, NaN, true, [], {}].map((v) => Math.sign(v)));

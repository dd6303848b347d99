// Pins: comparisons that follow each other are taken from left to right
const a = 3, b = 2, c = 1, o = { true: 1, false: 0 }, k = "a";
console.log(a > b > c, 0 < a < b, a >= b >= 2, 5 > 4 > 3 > 2, c < b < a);
console.log(k in { a: 1 } in o, 1 > k in o, [] instanceof Array in o, "z" in {} in o);
console.log([1, 2, 3].map((x) => x > 1 in o).join(), `${a > b > c}${a}` < "false4" < 2, !a < b < c, typeof a < "o" < "p");
console.log(a << 1 < b << 2 < 1, (a > b) === c < b < a, a > (b > c), a + b > c * 2 >= 1 ? "yes" : "no");
try { 1 instanceof {} instanceof console.log("not reached"); } catch (e) { console.log(e.message); }
class P { #p = 1; has(x) { return #p in x < 1; } }
console.log(new P().has(new P()), new P().has({}));
for (const key in a > b > c ? { yes: 1 } : { no: 1 }) console.log(key);
switch (false) { case a > b > c: console.log("case"); }

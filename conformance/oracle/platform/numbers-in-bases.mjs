// Pins: the digits of numbers in bases other than ten
const parts = (s) => s.match(/.{1,9}/g).join(" "); // long rows of digits look like ids
const list = [0.1, 0.5, -0.75, 1 / 3, 1e-7, 1.5e-10, 5e-324, 1e21, 2 ** 53, 2 ** 53 + 2, -(2 ** 70), 1.7976931348623157e308, 123.456, 255, -255, 0.9999999999999999, 1.9999999999999998, 35.99999999999999, 4503599627370495.5, NaN, Infinity, -0];
for (const n of list) console.log(n, [2, 3, 7, 8, 10, 16, 20, 32, 35, 36].map((base) => parts(n.toString(base))).join("; "));
let seed = 1;
const random = () => ((seed = (seed * 48271) % 2147483647), seed / 2147483647);
for (let i = 0; i < 300; i++) { const n = random() * 10 ** Math.floor(random() * 40 - 20); const base = 2 + Math.floor(random() * 35); console.log(base, parts(n.toString(base))); }
for (const base of [1, 37, "16", 16.9, null, undefined, NaN, {}]) try { console.log((0.1).toString(base)); } catch (e) { console.log(e.name, e.message); }
console.log(Object(0.1).toString(3), Number.prototype.toString.call(new Number(2.5), 2));

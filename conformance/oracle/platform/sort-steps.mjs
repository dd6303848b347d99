// Pins: the order in which sort compares a short list, and its result if the function contradicts itself
const calls = [];
console.log([5, 2, 8, 1, 9, 3].sort((a, b) => { calls.push(`${a},${b}`); return a - b; }), calls.join(" "));
console.log([8, 0, NaN, 0, 4].sort((a, b) => a - b), [4, 10, "b", 8, 5].toSorted((a, b) => b - a));
const people = [{ n: 3 }, {}, { n: 1 }, { n: 2 }, {}, { n: 0 }];
console.log(people.sort((a, b) => a.n - b.n), people.toSorted((a, b) => a.n > b.n), people.sort((a, b) => a.n < b.n ? 1 : -1));
console.log([3, undefined, 1, , 2].sort((a, b) => b - a), [3, undefined, 1, undefined].toSorted(() => 1), [1, 2, 3].sort(() => -1), [1, 2, 3, 4].sort(() => true));
console.log([1, 2, 3].sort(() => "-1"), [1, 2, 3].sort(() => ({ valueOf: () => -1 })), [1, 2].sort(() => null));
for (const result of [5n, Symbol("s")]) {
  try {
    console.log([1, 2].sort(() => result));
  } catch (e) {
    console.log(e.name, e.message);
  }
}
const list = [3, 1, 2];
try {
  list.sort((a, b) => { if (a === 2) throw new Error("stop"); return a - b; });
} catch (e) {
  console.log(e.message, list);
}
let seed = 1;
const next = () => (seed = (seed * 16807) % 2147483647);
for (let n = 0; n < 63; n += 7) {
  const numbers = Array.from({ length: n }, () => next() % 50);
  console.log(numbers.toSorted((a, b) => (a % 7) - (b % 5)).join());
}

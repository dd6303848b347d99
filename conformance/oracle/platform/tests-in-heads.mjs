// Pins: tests with in within the brackets of the head of a for statement
{
const o = { a: 1 }, list = [[], [2], [undefined]];
for (const [x = "a" in o] of list) console.log(x);
for (const { x = "a" in o } of [{}, { x: 1 }]) console.log(x);
for (let [x = ("b" in o)] = [], i = 0; i < 1; i++) console.log(x);
for (let f = function () { return "a" in o }, i = 0; i < 1; i++) console.log(f());
for (var { y = () => "a" in o } of [{}]) console.log(y());
for (let i = ["a" in o][0], j = { k: "a" in o }, z = `${"a" in o}`; i; i = false) console.log(i, j, z);
let q; for ([q = "a" in o] of list) console.log(q); for ({ q = "a" in o } of [{}]) console.log(q);
for (const [x = (y) => "a" in y] of [[]]) console.log(x(o));
for (const k in { ["a" in o]: 1 }) console.log(k);
}
{
const o = { a: 1, b: 2 };
for (const k in o) console.log(k); for (const k in { a: "a" in o }) console.log(k);
for (const [x = (y) => "a" in y, z = y => { for (const q in y) return q in y }] of [[]]) console.log(x(o), z(o));
for (const { x = "a" in o && !("c" in o), y = 1 < 2 in o, z = `${"a" in o}${[1 in [1, 2]]}` } of [{}]) console.log(x, y, z);
for (let i = 0, l = ["a" in o, "c" in o ? 1 : 2, "a" in o || 5]; i < 1; i++) console.log(l, "a" in o);
async function f() { for await (const [x = "b" in o] of [[]]) console.log(x); } await f();
function* g() { for (const x of [yield "a" in o]) console.log(x) } const it = g(); console.log(it.next().value); it.next(7);
for (const x of ["a" in o, new (class { v = "a" in o })().v, (() => "z" in o)()]) console.log(x);
}

// Pins: an arrow function reads the arguments of the function around it, also if nothing else reads them
function later(f) { return function (...a) { return new Promise((done) => setTimeout(() => done(f.apply(this, arguments)), 1)); }; }
console.log(await later(Math.max)(1, 5, 2));
function count(a) { return (() => arguments.length)(); }
function list(a, b = 1) { const f = () => [...arguments]; return f(); }
class A { constructor(a) { this.all = () => Array.from(arguments); } m() { return [1, 2].map((i) => arguments[i]); } get g() { return (() => arguments.length)(); } }
const o = { async m(a) { await null; return (() => ({ arguments }))().arguments.length; }, *g() { yield* (() => arguments)(); } };
console.log(count(1, 2), list(3, 4), new A(5, 6).all(), new A().m(7, 8, 9), new A().g, await o.m(1, 2, 3), [...o.g(1, 2)]);
function nested(a) { return () => () => { if (a) { return [typeof arguments, arguments.length == 2, arguments[0] <= 1, (x = arguments[1]) => x]; } }; }
console.log(nested(1, "b")()().map((x) => (typeof x === "function" ? x() : x)));
function inner() { return (() => function () { return arguments.length; })()(1, 2, 3); }
console.log(inner());
const run = (text, ...args) => { try { console.log(new Function("a", "b = 1", text)(...args)); } catch (e) { console.log(e.name, e.message); } };
for (const text of ["return (() => arguments[0])()", "return [1].map(() => arguments.length)", "const f = () => ({ arguments }); return f().arguments[1]", "return (() => { arguments = 4; return arguments; })()",
  "return (() => (() => arguments[0] + a)())()", "return ((x = arguments[1]) => x)()", "return (() => function () { return arguments.length; })()(1, 2, 3)", "return (() => { for (const x of arguments) if (x > 1) return [x, ...arguments]; })()"]) run(text, 1, 2);
console.log((0, eval)("(function () { return (() => arguments[0])(); })(8)"));
const mapped = new Function("a", "const f = () => arguments; a = 5; f()[0]++; return [a, f()[0]]");
console.log(mapped(1));
console.log((0, eval)("(() => typeof arguments)()"), (0, eval)("(() => typeof (arguments))()"));
for (const text of ["return (() => typeof arguments)()", "return (() => typeof arguments[0])()", "return (() => !typeof arguments.length)()"]) run(text, 1, 2);

// Pins: text that is compiled later may have all syntax that a script may have
const run = (text, ...args) => { try { console.log(new Function(text)(...args)); } catch (e) { console.log(e.name, e.message); } };
run("var a = 7; return (function e(x = () => { e = 1; return a }) { return x() })()");
run("var a = 7; return (function e(x = () => { for (var i = 0; i < 2; i++) e ++; return a }, y) { return x() })()");
run("var a = 7; return (function e(x = () => { [e, a] = [1, 2]; return [a, typeof e] }) { return x() })()");
run("class A { #r = 1; static is(o) { return #r in o && typeof o; } } return [A.is(new A), A.is({})]");
run("class A { #r = 1; static is(o) { return [#r in (o) || 1, #r in o ? 1 : 2, #r in [o][0] ?? 1, #r in o in { true: 1 }]; } } return [A.is(new A), A.is({})]");
run("return (({ range: [low = 0, high = 10] = [], ...rest }) => [low, high, rest])({ a: 1 })");
run("let [[a = 1, [b = 2] = []] = []] = [[]]; return [a, b]");
run("class A { static set = 1; get = 2; static async = 3; static; static get x() { return 4; } } return [A.set, new A().get, A.async, 'static' in new A(), A.x]");
run("class A { m() { return 1; } } class B extends A { x = super.m(); y = () => super.m() + 1; static z = super.name; } return [new B().x, new B().y(), B.z]");
for (const text of ["var [{ a: [b = 1] = [] }] = [{}]; b", "let c = class { static set = 5 }; c.set", '"use strict"; let d = class { get = this }; (() => typeof this)()']) console.log((0, eval)(text));
console.log(typeof d, (0, eval)("let c = class { static set = 5 }; c.set")); // twice
const Async = (async () => {}).constructor, Gen = (function* () {}).constructor;
const g = new Gen("{ a: [b = 1] = [] }", "const x = yield b; return x + arguments.length")({}, 2);
console.log(g.next(), g.next(3));
new Async("{ a: [b = 1] = [] }", "return await b + arguments.length")({}).then(console.log);
console.log(new Function("a = 1", "{ b: [c = 2] = [] }", "return a + c").length, new Function("{ b: [c = 2] = [] }", "return new.target !== undefined && c").call(null, {}));
for (const bad of ["let [[a = 1] = []] = ", "class A { set = }", "} function b() {", "let a; let a", "class { static set = 1 }", "return super.x", "await 1", "x = [[b = 1] = []", "import.meta", "export let a"])
  for (const f of [() => new Function(bad), () => (0, eval)(bad), () => Function(bad, "")]) { try { f(); console.log(bad, "compiled"); } catch (e) { console.log(bad, e.name); } }
console.log(Object.keys(globalThis).filter((k) => k.startsWith("__")));
(0, eval)("async function* list(n) { for (let i = 0; i < n; i++) yield i; }");
const sum = new Function("list", "return (async () => { let sum = 0; for await (const n of list) sum += n; return sum; })()");
sum(list(4)).then((n) => console.log(n, Object.keys(globalThis).filter((k) => k.startsWith("__"))));
run("const a = { f: (...list) => list }, b = null; return [(b, a)?.f(...[1]), ((a))?.f(...[2]), (b)?.f(...[3]), ({ f(...x) { return x; } })?.f(...[4])]");

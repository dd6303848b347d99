// Pins: the messages of errors that wrong programs meet, in the words of V8
const cases = [];
const t = (name, f) => cases.push([name, f]);
let u, nul = null, o = {}, n = 1, s = "text", arr = [1, 2], sym = Symbol("s"), user = { profile: null, name: "x", list: [{}], go() { return {}; } };
t("in literals", () => "a" in "b");
t("in num", () => "a" in 5);
t("Promise()", () => Promise());
t("Promise(fn)", () => Promise(() => 1));
t("new Promise({})", () => new Promise({}));
t("new WeakSet([1])", () => new WeakSet([1]));
t("new WeakMap([[1,2]])", () => new WeakMap([[1, 2]]));
t("Map.get this", () => Map.prototype.get.call({}, 1));
t("map iter next", () => new Map().entries().next.call({}));
t("Date this", () => Date.prototype.getTime.call({}));
t("new Uint16Array odd", () => new Uint16Array(new ArrayBuffer(3)));
t("new Uint16Array off", () => new Uint16Array(new ArrayBuffer(4), 1));
t("big radix", () => 1n.toString(40));
t("Bool this", () => Boolean.prototype.valueOf.call("a"));
t("String this", () => String.prototype.valueOf.call(1));
t("Symbol this", () => Symbol.prototype.toString.call(1));
t("destr param null", () => { (function ({ a, b }) { return a; })(null); });
t("destr param nested", () => { (({ a: { b } }) => b)({}); });
t("destr call", () => { const f = () => undefined; const { x } = f(); });
t("destr default", () => { const { a = 1 } = nul; });
t("destr for of", () => { for (const { a } of [null]); });
t("destr for of arr", () => { for (const [a, b] of [1]); });
t("call or", () => (u || nul)());
t("call array literal", () => [1, 2].foo());
t("call template", () => `a`.foo());
t("Reflect.get", () => Reflect.get(1, "a"));
t("Reflect.ownKeys", () => Reflect.ownKeys(1));
t("Reflect.has", () => Reflect.has("a", 1));
t("Reflect.set", () => Reflect.set(1, "a"));
t("Reflect.getProto", () => Reflect.getPrototypeOf(1));
t("Reflect.defineProperty", () => Reflect.defineProperty(1, "a", {}));
t("class anon call", () => (class {})());
t("frozen arr pop", () => Object.freeze([1]).pop());
t("frozen arr shift", () => Object.freeze([1, 2]).shift());
t("frozen arr sort", () => Object.freeze([2, 1]).sort());
t("frozen arr reverse", () => Object.freeze([2, 1]).reverse());
t("frozen arr splice", () => Object.freeze([2, 1]).splice(0, 1));
t("frozen arr fill", () => Object.freeze([2, 1]).fill(0));
t("frozen arr idx", () => { Object.freeze([1])[0] = 2; });
t("frozen arr idx2", () => { Object.freeze([1])[3] = 2; });
t("frozen arr len", () => { Object.freeze([1]).length = 0; });
t("frozen sym", () => { Object.freeze({ [sym]: 1 })[sym] = 2; });
t("frozen assign", () => Object.assign(Object.freeze({ a: 1 }), { a: 2 }));
t("frozen assign add", () => Object.assign(Object.freeze({ a: 1 }), { b: 2 }));
t("frozen proto", () => Object.setPrototypeOf(Object.freeze({ a: 1 }), {}));
t("frozen __proto__", () => { Object.freeze({ a: 1 }).__proto__ = {}; });
t("delete Math.PI", () => { delete Math.PI; });
t("set ??=", () => { u.x ??= 1; });
t("spread push", () => arr.push(...user.profile));
t("iter not obj", () => { for (const x of { [Symbol.iterator]: () => 1 }); });
t("iter result", () => { for (const x of { [Symbol.iterator]: () => ({ next: () => 1 }) }); });
t("iter spread result", () => [...{ [Symbol.iterator]: () => ({ next: () => 1 }) }]);
t("iter destr result", () => { const [a] = { [Symbol.iterator]: () => ({ next: () => 1 }) }; });
t("AggregateError()", () => new AggregateError());
for (const m of ["map", "filter", "reduce", "flatMap", "reduceRight"]) {
  t("arr." + m + "({})", () => arr[m]({}));
  t("arr." + m + "(null)", () => arr[m](null));
  t("arr." + m + "()", () => arr[m]());
}
const tries = [() => (({a = 1}) => a)(null), () => (({a = 1}) => a)(), () => { const {a = 1} = undefined; },
  () => { const {a = 1, b} = null; },
  () => { const {a, b = 1} = null; },
  () => { let u; const {a: x = 1} = u; },
  () => { function f({a, ...r}) {} f(null); },
  () => { const f = (o, {a}) => a; f(1, null); },
  () => { const o = {m() {}}; const {x} = o.m(); },
  () => { const o = {m() {}}; const {x} = o.m(1, 2).y; },
  () => { const o = {m: {}}; const {x: {y}} = o.m; },
  () => { for (const {a} of [undefined]); },
  () => { for (const [a] of [{}]); },
  () => { for (const [a] of [null]); },
  () => { for (let [k, v] of Object.values({a: 1})); },
  () => { for (const {a: {b}} of [{}]); },
  () => { for (const { id } of [null, 1]) {} },
  () => { for (var [q] of [5]); },
  () => { let k; for ([k] of [5]); },
  () => { let k; for ({k} of [null]); },
  () => (u => u)`x`.y.z, () => [1,2].foo(), () => ["a", {}].foo(), () => [].foo(), () => [1,[2,3],x => x].foo(), () => [1,2].map(x => x).foo(), () => { let a, b; (a || b)(); },
  () => { let a, b; (a && b.c)(); },
  () => { let a={}, b={}; (a.x || b.y).go(); },
  () => { let a={}; (a.x ?? a.y)(); },
  () => { let a={}; (a.x || (() => 1)).go(); },
  () => { let a = 1, b = 2; (a + b)(); },
  () => { let a = 1; (a ? a : a)(); },
  () => { let a = 1; (!a)(); },
  () => { let a = 1; (a, a)(); },
  () => (function () {})()(), () => (() => 1)()(), () => (async () => 1)().foo(), () => { let a = 1; `${a}`.foo(); },
  () => /a/g.foo(), () => { new (class X {})().foo(); },
  () => { this.x.y; },
  () => { let a = {}; a["b-c"].d(); },
  () => { let a = {}; a["b-c"](); },
  () => { let a = {}, i = 0; a[i](); },
  () => { let a = {}, i = 0; a[i + 1](); },
  () => { let a = {}; a[0](); },
  () => { let a = {}; a.b?.c.d(); a.e.f?.(); },
  () => { let f = () => {}; f().then(); },
  () => { let a = {f() { return {}; }}; a.f("x").g().h(); },
  () => { let a = {}; a.x = a.y.z; },
  () => { let a = {}; a.b.c.d = 1; },
  () => { let a = {}; a.b[0].c; },
  () => { let a = {}; a.list.push(1); },
  () => { let a = {}; a.list.length; },
  () => { let a = {}; delete a.b.c; },
  () => { let a = {}; a.b.c++; },
  () => { let a; a.x ??= 1; },
  () => { let a; a.x ||= 1; },
  () => { let a; a[0] ??= 1; },
  () => { let a = {}; a.b.c ||= 1; },
  () => { let a = {}; a.b.c += 1; },
  () => { let a = {}; `${a.b.c}`; },
  () => { let a = {}; ({...a.b.c}); },
  () => { let a; [...a?.b]; },
  () => { let a = {}; new Map(a.b.c); },
  () => { let a = {}; new Map(a); },
  () => { let a = {}; new a.B.C(); },
  () => { let a = {}; new (a.b || a.c)(); },
  () => new (class A { constructor() { this.f(); } })(), () => { class A { constructor() { this.x.y = 1; } } new A(); },
  () => { class A { static f() { this.g(); } } A.f(); },
  () => { let a = "x"; a.b.c; },
  () => { Symbol().foo(); },
  () => { (1).foo(); },
  () => { 1..foo(); },
  () => { true.foo(); },
  () => { null.foo; },
  () => { undefined.foo(); },
  () => { (void 0)(); },
  () => { null(); },
  () => { ({}).a.b; },
  () => { ({})(); },
  () => { ({a:1}).b(); },
  () => { "abc".foo.bar; },
  () => { super_(); },
  () => { JSON.foo(); },
  () => { Math.sum([1]); },
  () => { console.foo(); },
  () => { process.foo(); },
  () => { Promise.foo(); },
  () => { Array.prototype.foo(); },
  () => { Object.freeze([1,2])[0] = 1; },
  () => { Object.freeze([1]).length = 3; },
  () => { const a = Object.freeze([1]); a.push(1); },
  () => { const a = Object.freeze({l: Object.freeze([1])}); a.l[0] = 2; },
  () => { Object.freeze([1, 2]).copyWithin(0, 1); },
  () => { Object.freeze([]).push(1); },
  () => { Object.freeze([]).unshift(1); },
  () => { Object.freeze([1,2]).sort(); },
  () => { Object.freeze([3,2,1]).fill(0, 1); },
  () => { Object.freeze([1,2,3]).splice(1, 1); },
  () => { Object.freeze([1,2]).shift(); },
  () => { Object.freeze([1,2]).pop(); },
  () => { Object.freeze([1]).reverse(); },
  () => { Object.freeze([2,1]).reverse(); }];
tries.forEach((f, i) => { if (![12, 19, 29, 31, 32, 33, 34, 35, 36, 38, 39, 45, 64, 73, 74, 75, 79].includes(i)) t(i, f); });
for (const [name, f] of cases) {
  try { f(); console.log(name, "=>", "ok"); } catch (e) { console.log(name, "=>", e.name, "|", e.message); }
}

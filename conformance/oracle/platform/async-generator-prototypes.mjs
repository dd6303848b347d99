// Pins: the prototypes of async generators and of their functions, and what tells them apart
async function* g() { yield 1; }
const o = g(); // an object of a generator that has not begun
const AG = Object.getPrototypeOf(async function* () {});
console.log(Object.prototype.toString.call(o), Object.prototype.toString.call(g), String(o));
console.log(Object.getPrototypeOf(g) === AG, g.constructor.name, AG.constructor?.name);
console.log(AG[Symbol.toStringTag], AG.prototype?.[Symbol.toStringTag]);
console.log(typeof AG.prototype?.next, Object.getOwnPropertyNames(AG.prototype ?? {}).sort());
const proto = Object.getPrototypeOf(g.prototype);
console.log(Object.keys(o), Object.getOwnPropertyNames(o), g);
console.log(o);
console.log(Object.getPrototypeOf(o) === g.prototype, o instanceof g);
console.log(typeof g.prototype, g.hasOwnProperty("prototype"));
console.log(Object.getPrototypeOf(async () => {}).constructor.name, Object.prototype.toString.call(async () => {}), (async () => {}).constructor.name);
console.log(Object.prototype.toString.call(function* () {}));
import util from "node:util";
console.log(util.types.isAsyncFunction(async () => {}), util.types.isAsyncFunction(g), util.types.isGeneratorFunction(g), util.types.isGeneratorObject(o));
class A { async *m() { yield 1; } static async *s() {} async a() {} }
console.log(A.prototype.m, A.s, new A().m(), A.prototype.a, A.prototype.m.constructor.name);
const h = { async *x() {} };
console.log(h, Object.getPrototypeOf(h.x()) === h.x.prototype);
g.prototype.more = () => "more";
console.log(o.more(), g().more());
h.x.prototype = 5;
console.log(Object.getPrototypeOf(h.x()) === AG.prototype);
console.log(g.length, g.name, A.prototype.m.name, A.prototype.m.length, h.x.name);
async function* gen() { try { yield 1; yield 2; } finally { console.log("fin"); } }
const it = gen();
const AG2 = Object.getPrototypeOf(gen).prototype;
console.log(await AG2.next.call(it), await it.return(5), await it.next());
await AG2.next.call({}).catch((e) => console.log(e.constructor.name));
await AG2.next.call(3).catch((e) => console.log(e.constructor.name));
console.log(JSON.stringify(gen()), { ...gen() });
class X { async *[Symbol.asyncIterator]() { yield* [1, 2]; } static async *s() { yield super.toString; } #p = 1; async *m({ a = {} } = {}, b = "}") { yield this.#p; } }
for await (const v of new X()) console.log(v);
for await (const v of X.s()) console.log(typeof v);
for await (const v of new X().m()) console.log(v);
console.log(X.prototype[Symbol.asyncIterator], X.s, X.prototype.m);
class Y extends X { async *m() { yield* super.m(); yield 2; } }
for await (const v of new Y().m()) console.log(v);
console.log(Y.prototype.m, Y.prototype.m.constructor.name);
const maker = function () { return async function* inner() {}; };
console.log(maker, maker());
const both = it[Symbol.asyncIterator] === gen()[Symbol.asyncIterator], self = it[Symbol.asyncIterator]() === it;
console.log(both, self, Object.getPrototypeOf(AG2) === Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype));
const q = gen(); console.log(await Promise.all([q.next(), q.next(), q.next(), q.next()]));
const anon = [async function* () {}, async () => {}, function* () {}]; console.log(anon.map((f) => f.name), anon);
const named = async function* () {}; console.log(named.name, named);

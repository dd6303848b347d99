// Pins: instanceof with a Proxy around a class
class A { constructor() { this.x = 1; } }
const P = new Proxy(A, { apply: (T, t, args) => new T(...args), construct: (T, args) => new T(...args) });
const a = P();
console.log(a.x, a instanceof P, new P() instanceof A, {} instanceof P, null instanceof P, 3 instanceof P);
class B extends P {}
console.log(new B() instanceof P, Object.create(A.prototype) instanceof new Proxy(P, {}));
for (const of of [new Proxy({}, {}), new Proxy(() => 1, {}), new Proxy(class { static [Symbol.hasInstance](v) { return v === 1; } }, {}), new Proxy(A, { get: (t, k) => (k === "prototype" ? Array.prototype : Reflect.get(t, k)) }), A.bind(null), new Proxy(A.bind(null), {})]) {
  try { console.log(a instanceof of, [] instanceof of, 1 instanceof of); } catch (e) { console.log(e.name); }
}

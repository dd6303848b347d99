// Pins: super in async generators and their parameters, also where it is assigned, and super.x **= 2
{
class B { get x() { return 5 } set x(v) { console.log("set", v) } y() { return "By" } static s = 3; }
class A extends B { async *m(a = super.x, b = super.y()) { yield a; yield b; super.x = 9; yield super.x; } static async *n({ q = super.s } = {}) { yield q; } }
for await (const v of new A().m()) console.log(v); for await (const v of A.n()) console.log(v);
}
{
class B { get x() { return 5 } set x(v) { console.log("set", v) } }
class A extends B { m() { return super.x **= 2 } n() { super["x"] **= 3; } o() { return (() => super.x **= 2)() } p() { super.x ??= 3; super.x &&= 4; super.x ||= 4; super.x++; return super.x-- } }
const a = new A(); console.log(a.m()); a.n(); console.log(a.o(), a.p());
}
{
class B { constructor() { this.v = 1 } get x() { return this.v } set x(v) { this.v = v } y(...a) { return "By" + a.length + this.v } async *z() { yield "Bz" } static s = 3; }
class A extends B {
  async *m() { super.x = 9; yield super.x; super.x += 2; yield this.v; super["x"]++; yield super.y(); yield super.y(1, ...[2, 3]); ({ z: super.x } = { z: 4 }); yield this.v; [super.x] = [7]; yield this.v; super.x ??= 5; super.x &&= 6; yield this.v; super.x **= 2; yield super.x; super["x"] **= 2; yield super["x"]; super.nope?.(); yield super.y?.(1); yield* super.z(); const f = () => super.x; yield f(); yield typeof super.q; for (super.x of [1, 2]); yield this.v; }
  static async *n(k = "s", { q = super[k] } = {}) { super.s = 5; yield q; yield this.s; yield super.s; }
  async *[Symbol.asyncIterator](a = super.y(), b = () => super.x) { yield a; yield b(); class C extends B { m() { return super.y() } } yield new C().m(); const o = { __proto__: { h() { return "oh" } }, h() { return super.h() }, async *g() { yield super.h() } }; yield o.h(); yield* o.g() }
  k(k) { super[k] **= 3; return super[(k, "x")] **= 0.5; } #p = 2; pr() { return this.#p **= 3 } st() { const r = super.x **= 2; return [r, this.v, (() => super.x **= 1)()] }
}
const a = new A(); for await (const v of a.m()) console.log(v); for await (const v of A.n()) console.log(v); for await (const v of a) console.log(v);
console.log(a.k("x"), a.v, a.pr(), a.st());
console.log(A.prototype.m.constructor.name, Object.prototype.toString.call(a.m()), a.m().constructor === Object.getPrototypeOf(A.prototype.m).prototype.constructor);
}

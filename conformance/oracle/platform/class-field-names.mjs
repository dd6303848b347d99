// Pins: fields of classes that are named like modifiers
class A { get = 1; set = 2; static get = 3; static set = 4; async = 5; static async = 6; static = 7; static static = 8; of=9; let=10; }
console.log(new A(), A.get, A.set, A.async, A.static);
class B { get; set; static get; static set }
console.log(new B());
class C { get = (k) => k; set = (k, v) => v; "get x" = 1; #get = 3; q() { return this.#get; } }
console.log(new C().get(3), new C().set(1, 2), new C().q());
class D { get
 x() { return 5; } set
 x(v) {} }
console.log(new D().x);
class E { accessor = 1; constructor2 = 2; await = 1; yield2 = 3 }
console.log(new E());

// Pins: a test for a private member is a part of a larger expression
class A {
  #x = 1;
  static is(o) { return #x in o && typeof o; }
  static list(o) { return [#x in o || 1, #x in o ? 1 : 2, #x in [o][0] ?? 1, (#x in o) in { true: 1 }, #x in o == true, !(#x in o) && o]; }
  static loop(o) { for (let i = 0; #x in o && i < 2; i++) if (i || #x in o && i) return i; }
}
console.log(A.is(new A()), A.is({}), A.list(new A()), A.list({}), A.loop(new A()), A.loop({}));
try { A.is(1); } catch (e) { console.log(e.name); }
const Text = new Function("return class { #x = 1; static is(o) { return #x in o && #x in (o) || o; } }")();
console.log(Text.is(new Text()), Text.is(2 && {}));

// Pins: what is wrong with text that new Function compiles, in the words of V8
for (const code of [
  "a b", "return return", "{", "}", "(", ")", "[", "]", "let a; let a", "const a", "const a = 1; const a = 2", "let x = ;", "x = = 1", "1 +",
  "1 = 2", "for (", "for (;;", "for (let i of) {}", "for (const x of a b) {}", "if (", "if (a", "if a", "else", "function", "function (",
  "function () {}", "function f(", "function f(a,", "class", "class {", "class A { x", "class A { constructor() {} constructor() {} }",
  "class A extends", "break", "continue", "break foo", "await 1", "yield 1", "import x from 'y'", "import { a } from 'b'",
  "export const a = 1", "export default 1", "super()", "super.x", "this = 1", "'abc", "\"abc", "`abc", "`${", "`${a", "/abc", "0b2", "0o8",
  "0x", "1__0", "1a", "#x", "a.#x", "#x in a", "@", "\\", "'a\nb'", "({a:1, a b})", "({a:1,,})", "({ get a })", "({a = 1})", "[a b]",
  "f(a b)", "f(,)", "a ? b", "a ? b :", "-1 ** 2", "'use strict'; function f(a, a) {}", "'use strict'; with (a) {}", "'use strict'; 010",
  "'use strict'; delete x", "'use strict'; eval = 1", "'use strict'; arguments = 1", "'use strict'; let static", "with (a)", "try {}",
  "try {} catch", "try {} catch (", "throw", "throw\n1", "switch (a) { foo }", "switch", "case 1:", "do { } whle (a)", "while", "while (",
  "var 1", "var a.b", "let [a]", "const {a}", "let {a b} = c", "enum A {}", "var enum", "interface A {}", "type A = 1", "let a: number = 1",
  "a as b", "a!.b", "<div/>", "async function* f() { yield await }", "function* f() { yield = 1 }", "a?.b = 1", "import.meta", "import",
  "export", "foo bar baz", "hello world", "{\"a\": 1}", "{\"a\": 1, \"b\": 2}", "...a", "(...a)", "(a, ...b)", "let a, b,", "a &&",
  "a && && b", "!", "typeof", "delete", "void", "in", "instanceof", "a instanceof", "null = 1", "true = 1", "let null", "'unterminated\n'",
  "\u200b", "\u201ca\u201d", "a\u2018", "let a = 1 let b = 2", "let a = 'x' + ;", "if (a) { b", "if (a) b else c", "function f() { return 1",
  "[1, 2, 3", "{ a: 1, b: 2 }", "({ a: 1 b: 2 })", "class A { #a; #a }", "class A { foo() { this.#b } }",
  "class A { constructor() { super() } }", "class A { get constructor() {} }", "class A { static prototype() {} }",
  "class A { async constructor() {} }", "({ __proto__: 1, __proto__: 2 })", "function f() { 'use strict'; var public }",
  "function f(a = 1) { 'use strict' }", "if (1) function f() {} else class B {}", "if (1) let\n[a] = 1", "label: class A {}", "a\n++\n;",
  "for (const a in b, c; ;) {}", "var a = 5 5", "a.1", "a.", "a?.", "a[", "a[]", "a[1", "f(1", "f(1;", "f(1, 2", "new", "new (", "(a",
  "(a, b", "()", "() + 1",
]) {
  try { new Function(code); console.log(code, "=>", "ok"); } catch (e) { console.log(code, "=>", e.name, "|", e.message); }
}
for (const code of ["await 1", "a b", "f(1 2)", "#x", "import a from 'b'", "continue", "f(", "let a; let a", "function () {}"]) {
  try { (0, eval)(code); console.log(code, "=>", "ok"); } catch (e) { console.log(code, "=>", e.name, "|", e.message); }
}

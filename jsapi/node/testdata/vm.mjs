// node:vm with plain objects as contexts.
import vm from "node:vm";

const say = (f) => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, `${error.message}`.split("\n")[0]);
  }
};
globalThis.shared = 1;
say(() => vm.runInThisContext("shared + 1"));
say(() => vm.runInThisContext("var made = 5; function double(n) { return n * 2 } double(made)"));
console.log(globalThis.made, typeof globalThis.double);
say(() => vm.runInThisContext("typeof require + typeof module"));

const box = { animal: "cat", count: 2, list: [] };
say(() => vm.runInNewContext('count += 1; name = "kitty"; list.push(name)', box));
console.log(box);
say(() => vm.runInNewContext("a + b", { a: 1, b: 2 }));
say(() => vm.runInNewContext("x.y"));
say(() => vm.runInNewContext("typeof process + typeof require + typeof nothing + typeof Array"));
say(() => vm.runInNewContext("nothing"));
say(() => vm.runInNewContext("let x = 1; if (x) { x = 2; } x"));
say(() => vm.runInNewContext("({ a: 1 }).a"));
say(() => vm.runInNewContext("[1, 2, 3].map((n) => n * k).join()", { k: 2 }));
say(() => vm.runInNewContext("this.k === k && globalThis.k === k", { k: 2 }));
say(() => vm.runInNewContext("(function () { var inner = 1; outer = 2; return typeof inner })() + outer"));
say(() => vm.runInNewContext("a?.b ?? 'none'", { a: null }));
say(() => vm.runInNewContext("`${text.toUpperCase()}!`", { text: "hi" }));
say(() => vm.runInNewContext("console.log('not shown'); typeof console.log"));
say(() => vm.runInNewContext("throw new TypeError('thrown')"));

const context = vm.createContext({ x: 10 });
console.log(vm.isContext(context), vm.isContext({}));
say(() => vm.runInContext("var y = x * 2; const z = 3; let w = 4; class K { get n() { return z } } function f() { return y + z + w } f()", context));
console.log(Object.keys(context), context.y, typeof context.f, context.z);
say(() => vm.runInContext("w = w + 1; f() + new K().n", context));
say(() => vm.runInContext("const z = 9", context));
say(() => vm.runInContext("var { p, q: [r = 7] } = { p: 1, q: [] }; [p, r, x].join()", context));
console.log(context.p, context.r);
say(() => vm.runInContext("for (var i = 0, sum = 0; i < 4; i++) sum += i; sum", context));
console.log(context.i, context.sum);
say(() => vm.runInContext("counter()", Object.assign(context, { counter: () => "called" })));
say(() => vm.runInContext("delete x; typeof x", context));
console.log("x" in context, vm.createContext(context) === context);

const script = new vm.Script("n = n + 1; n", { filename: "count.js" });
const counted = vm.createContext({ n: 0 });
for (let i = 0; i < 3; i++) script.runInContext(counted);
console.log(counted.n, script.runInNewContext({ n: 41 }));
globalThis.n = 1;
console.log(script.runInThisContext(), globalThis.n);
try {
  new vm.Script("let = 1 +");
} catch (error) {
  console.log(error.name);
}
say(() => vm.Script("1"));
say(() => vm.runInContext("1", {}));
say(() => vm.createContext(1));
say(() => vm.isContext(1));
say(() => vm.runInNewContext(1));
say(() => vm.compileFunction("return a + b + shared", ["a", "b"])(1, 2));
say(() => vm.compileFunction("return x * shared", [], { contextExtensions: [{ x: 4 }] })());
say(() => vm.compileFunction("return k", [], { parsingContext: vm.createContext({ k: "own" }) })());
console.log(Object.keys(vm).sort().join());

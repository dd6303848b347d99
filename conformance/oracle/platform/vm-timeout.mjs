// Pins: the option timeout of node:vm: endless code ends with an error that can be caught, also nested, and nothing is left of it
import vm from "node:vm";

const attempt = (name, f) => {
  const begin = Date.now();
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
  if (Date.now() - begin > 5000) console.log("slow");
};
const loop = "while (true) {}";
attempt("new context", () => vm.runInNewContext(loop, {}, { timeout: 30 }));
attempt("context", () => vm.runInContext(loop, vm.createContext({}), { timeout: 31 }));
attempt("this context", () => vm.runInThisContext(loop, { timeout: 32 }));
const script = new vm.Script(loop);
attempt("script", () => script.runInContext(vm.createContext({}), { timeout: 33 }));
attempt("script again", () => script.runInNewContext({}, { timeout: 34 }));
attempt("script here", () => script.runInThisContext({ timeout: 35 }));
attempt("caught", () => vm.runInNewContext("for (;;) { try { for (;;); } catch (error) {} }", {}, { timeout: 30 }));
attempt("finally", () => vm.runInNewContext("for (;;) { try { for (;;); } finally { continue; } }", {}, { timeout: 30 }));
attempt("in a callback", () => vm.runInNewContext("[1].map(() => { while (true); })", {}, { timeout: 30 }));
attempt("in toJSON", () => vm.runInNewContext("JSON.stringify({ toJSON() { while (true); } })", {}, { timeout: 30 }));
attempt("in a promise", () => vm.runInNewContext("new Promise(() => { while (true); })", {}, { timeout: 30 }));
attempt("in a generator", () => vm.runInNewContext("[...(function* () { for (;;) yield 1; })()]".replace("[...", "for (const x of ").replace(/\]$/, ");"), {}, { timeout: 30 }));
for (let i = 0; i < 5; i++) {
  attempt("deep in generators", () => vm.runInNewContext("function* g(n) { for (;;) { if (n > 0) yield* g(n - 1); else for (let i = 0; i < 50; i++) yield i; } } try { for (const x of g(5)); } finally {}", {}, { timeout: 7 + i }));
  attempt("in an async function", () => vm.runInNewContext("(async () => { try { await (async () => { while (true); })(); } catch {} })()", {}, { timeout: 7 + i }));
}
attempt("in a sort", () => vm.runInNewContext("[3, 1, 2].sort(() => { while (true); })", {}, { timeout: 30 }));
attempt("in a function of ours", () => vm.runInNewContext("f()", { f: () => { while (true); } }, { timeout: 30 }));
attempt("inner", () => vm.runInNewContext("run()", {
  run() {
    try {
      vm.runInNewContext(loop, {}, { timeout: 20 });
    } catch (error) {
      return `caught ${error.message}`;
    }
  },
}, { timeout: 10000 }));
attempt("outer", () => vm.runInNewContext("run()", {
  run() {
    try {
      vm.runInNewContext(loop, {}, { timeout: 10000 });
    } catch (error) {
      return "caught";
    }
  },
}, { timeout: 20 }));
attempt("in time", () => vm.runInNewContext("let n = 0; for (let i = 0; i < 1000; i++) n += i; n", {}, { timeout: 5000 }));
attempt("throws in time", () => vm.runInNewContext("throw new RangeError('x')", {}, { timeout: 5000 }));
for (const timeout of [0, -1, 1.5, "1", null]) attempt("timeout", () => vm.runInNewContext("1", {}, { timeout }));
const state = { n: 0 };
attempt("state", () => vm.runInNewContext("while (true) n++", state, { timeout: 30 }));
console.log(state.n > 0);
await new Promise((done) => setTimeout(done, 60));
let sum = 0;
for (let i = 0; i < 1e5; i++) sum += i;
console.log(sum, [3, 1, 2].sort().join(), /^(a+)+$/.test("aaaa"));

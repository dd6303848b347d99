// Pins: code that is stopped by the timeout of node:vm inside of iterations, and what goes on after it
import vm from "node:vm";
const forms = {
  generator: "for(const x of {*[Symbol.iterator](){try{yield 1}finally{for(;;);}}}){for(;;);}",
  iterator: "for(const x of {[Symbol.iterator](){return {next(){return {value:1,done:false}},return(){for(;;);}}}}){for(;;);}",
  nested: "for (const a of [1]) for (const b of new Set([1])) { const [c] = function* () { for (;;); }(); }",
  inAsync: "(async () => { for (const x of [1]) for (;;); })()",
  finally: "try { for (;;); } finally { for (;;); }",
  caught: "for (;;) try { for (;;); } catch {}",
};
for (const [name, code] of Object.entries(forms)) {
  const t = Date.now();
  for (const x of new Map([[1, 2]])) {
    try { vm.runInThisContext(code, { timeout: 50 }); } catch (e) { console.log(name, e.code, Date.now() - t < 1500); }
  }
  try { throw new Error("after"); } catch (e) { console.log(e.message); }
}
function* g() { try { vm.runInThisContext(forms.iterator, { timeout: 50 }); } catch (e) { yield e.code; } yield "goes on"; }
console.log([...g()]);

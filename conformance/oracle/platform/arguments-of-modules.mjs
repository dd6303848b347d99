// Pins: an ES module has no arguments, and its functions have theirs
const failure = (f) => { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } };
console.log(typeof arguments, (() => typeof arguments)(), failure(() => arguments), failure(() => arguments[0]));
try { arguments; } catch (e) { console.log(e.message); }
console.log(this, (() => this)(), await (async () => typeof arguments)());
function f() { return arguments.length + (() => arguments.length)(); }
class A { x = typeof this; static { console.log(typeof this); } }
console.log(f(1, 2), new A().x, { a: () => this }.a());
console.log((await import("data:text/javascript,export const a = [typeof arguments, (() => typeof arguments)(), this]")).a);
console.log((await import("data:text/javascript,export const a = await Promise.resolve([typeof arguments, (() => typeof arguments)(), this])")).a);

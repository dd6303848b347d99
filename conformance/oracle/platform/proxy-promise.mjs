// Pins: what await and Promise.resolve make of a Proxy around a promise
const p = Promise.resolve(42);
const bound = new Proxy(p, { get(t, k) { const v = t[k]; return typeof v === "function" ? v.bind(t) : v; } });
console.log(await bound);
const raw = new Proxy(p, {});
try { console.log(await raw); } catch (e) { console.log(e.constructor.name); }
async function f() { return bound; }
console.log(await f());
console.log(await Promise.all([bound, 1]));
console.log(await Promise.resolve(bound));
console.log(Promise.resolve(bound) === bound);

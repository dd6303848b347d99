// Pins: arrow functions with an await in the default of a parameter of an async function
const f = async ({ a = async () => { return await 1; } } = {}) => a();
console.log(await f());
async function g(a = async (x) => await x) { return a(2); }
console.log(await g());
const h = async ({ b = function () { return async () => await 3; } }) => b()();
console.log(await h({}));
const o = { async m(x = async () => { await 0; return 4; }) { return x(); } };
console.log(await o.m());
async function k(a = async function () { for await (const x of [1]) return x; }) { return a(); }
console.log(await k());
async function z(a = async (x) => f2(await x, [await 1, { q: await 2 }], `${await 3}`) + 1, b = async () => await (async () => await 5)()) { return [await a(1), await b()]; }
const f2 = (...v) => JSON.stringify(v);
console.log(await z());
class C { async m({ fetch = async (u) => u ? await u : await 8, n = 1 } = {}) { return [await fetch(7), await fetch(0), n]; } }
console.log(await new C().m());
const w = async (list = [1, 2].map(async (i) => (await i) + 1), last = async () => ({ a: await 1 })) => [await Promise.all(list), await last()];
console.log(await w());
console.log(String(async (x) => await x));

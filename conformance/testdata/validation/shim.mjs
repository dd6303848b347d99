// What the specs of @langchain/langgraph-checkpoint-validation use of vitest: describe, it, hooks, expect.
const root = { items: [], hooks: {}, parent: null };
let at = root;
const counts = { passed: 0, failed: 0, skipped: 0 };

const named = (name, row) => name.replace(/\$(\w+)/g, (all, key) => row?.[key] ?? all).replace("%s", String(row));

function describe(name, body) {
  const block = { name, items: [], hooks: {}, parent: at };
  at.items.push(block);
  at = block;
  body();
  at = block.parent;
}
describe.each = (rows) => (name, body) => rows.forEach((row) => describe(named(name, row), () => body(row)));

function it(name, test) { at.items.push({ name, test }); }
it.skip = () => { counts.skipped++; };
it.each = (rows) => (name, test) => rows.forEach((row) => it(named(name, row), () => test(row)));

const hook = (kind) => (f) => (at.hooks[kind] ??= []).push(f);

function equal(a, b) {
  if (b?.arrayContaining) return Array.isArray(a) && b.arrayContaining.every((x) => a.some((y) => equal(y, x)));
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => equal(a[key], b[key]));
}

function expect(value) {
  const matchers = (not) => {
    const check = (ok, what) => { if (ok === not) throw new Error(`expected ${JSON.stringify(value)} ${not ? "not " : ""}${what}`); };
    return {
      toEqual: (x) => check(equal(value, x), `to equal ${JSON.stringify(x)}`),
      toBe: (x) => check(Object.is(value, x), `to be ${x}`),
      toBeUndefined: () => check(value === undefined, "to be undefined"),
      toBeDefined: () => check(value !== undefined, "to be defined"),
      toBeTruthy: () => check(!!value, "to be truthy"),
      rejects: { toThrow: () => value().then(() => check(false, "to reject"), () => check(true, "to reject")) },
    };
  };
  return { ...matchers(false), not: matchers(true) };
}
expect.soft = expect;
expect.arrayContaining = (list) => ({ arrayContaining: list });

Object.assign(globalThis, {
  describe, it, test: it, expect, beforeAll: hook("beforeAll"), afterAll: hook("afterAll"), beforeEach: hook("beforeEach"), afterEach: hook("afterEach"),
});

async function each(block, kind) { for (const f of block.hooks[kind] ?? []) await f(); }

async function around(block, kind) {
  const line = [];
  for (let b = block; b; b = b.parent) kind === "beforeEach" ? line.unshift(b) : line.push(b);
  for (const b of line) await each(b, kind);
}

async function run(block, path) {
  await each(block, "beforeAll");
  for (const item of block.items) {
    const name = [...path, item.name];
    try {
      if (!item.test) {
        await run(item, name);
        continue;
      }
      await around(block, "beforeEach");
      await item.test();
      await around(block, "afterEach");
      counts.passed++;
    } catch (e) {
      counts.failed++;
      console.log("FAILED", name.join(" > "), "\n   ", e.message);
    }
  }
  await each(block, "afterAll");
}

export async function report() {
  await run(root, []);
  console.log(counts);
}

// node:assert.
import assert, { AssertionError, strict as named } from "node:assert";
import strict from "node:assert/strict";

const fails = (label, f) => {
  try {
    f();
    print(label, "passes");
  } catch (e) {
    print(`${label}: ${e.name} ${e.code} ${e.generatedMessage} ${e.operator}`);
    print(e.message.replace(/^/gm, "    |"));
  }
};
fails("equal", () => assert.equal(1, "1"));
fails("equal NaN", () => assert.equal(NaN, NaN));
fails("equal", () => assert.equal(1, 2));
fails("equal with a message", () => assert.equal(1, 2, "custom"));
fails("equal with an error", () => assert.equal(1, 2, new TypeError("mine")));
fails("notEqual", () => assert.notEqual(1, 1));
for (const [a, b] of [[1, 2], ["a", "b"], ["a\nb", "a\nc"], [1, "1"], ["x".repeat(100), "y"], [NaN, 0], [undefined, null], [{ a: 1 }, { a: 1 }], [[1], [1, 2]], [-0, 0], [1, { a: 1 }], ["hello world", "hello there"], [[1, 2, 3], [1, 2, 3]], [null, {}], ["", "a"], [true, false], [1n, 1]]) {
  fails("strictEqual", () => assert.strictEqual(a, b));
}
fails("strictEqual passes", () => assert.strictEqual(NaN, NaN));
fails("notStrictEqual", () => assert.notStrictEqual(1, 1));
const same = { a: 1 };
fails("notStrictEqual", () => assert.notStrictEqual(same, same));
const count = (n, prefix) => Array.from({ length: n }, (_, i) => prefix + i);
for (const [a, b] of [
  [{ a: 1, b: { c: [1, 2, 3] } }, { a: 1, b: { c: [1, 2, 4] } }], [[1, 2, 3], [1, 2]], [1, 2], [{ a: 1 }, { a: "1" }], [new Map([[1, 2]]), new Map([[1, 3]])], ["a", "b"], [new Date(0), new Date(1)], [[], {}], [{}, []],
  [{ a: 1, b: 2 }, { a: 1, b: 2, c: 3 }], [{ a: 1, b: 2, c: 3 }, { a: 1, c: 3 }], [{ a: "x\ny" }, { a: "x\nz" }], [[{ id: 1, n: "a" }, { id: 2, n: "b" }], [{ id: 1, n: "a" }, { id: 2, n: "c" }]], [undefined, null], [{ a: undefined }, {}], [-0, 0],
  [[1, 2, 3, 4], [0, 1, 2, 3, 4]], [[1, 2, 3, 4], [1, 8, 9, 4]], [[1, 2, 3, 4], [1, 8, 4]], [["a", "b", "c", "d", "e"], ["b", "x", "d", "e", "f"]], [[1], [1, 2, 3, 4, 5]], [[1, 2, 3, 4, 5], [1]], [{ b: 1, a: 2 }, { a: 2, b: 3 }],
  ...[1, 4, 5, 6, 7].flatMap((n) => [[[...count(n, "l"), "X"], [...count(n, "l"), "Y"]], [["X", ...count(n, "t")], ["Y", ...count(n, "t")]], [["X", ...count(n, "m"), "X"], ["Y", ...count(n, "m"), "Y"]]]),
]) fails("deepStrictEqual", () => assert.deepStrictEqual(a, b));
fails("deepEqual", () => assert.deepEqual({ a: 1 }, { a: 2 }));
fails("deepEqual passes", () => assert.deepEqual({ a: 1 }, { a: "1" }));
fails("notDeepStrictEqual", () => assert.notDeepStrictEqual({ a: 1 }, { a: 1 }));
fails("notDeepStrictEqual", () => assert.notDeepStrictEqual([], []));
fails("notDeepEqual", () => assert.notDeepEqual({ a: 1 }, { a: 1 }));
fails("missing", () => assert.equal(1));
fails("missing", () => assert.deepStrictEqual());
fails("ok", () => assert.ok(1) || assert(true));
fails("ok with a message", () => assert.ok(0, "msg"));
fails("ok with an error", () => assert(0, new RangeError("mine")));
fails("ok without a value", () => assert.ok());
fails("fail", () => assert.fail());
fails("fail with a message", () => assert.fail("boo"));
fails("fail with an error", () => assert.fail(new TypeError("boo")));
const boom = () => {
  throw new Error("abc");
};
fails("throws", () => assert.throws(boom));
fails("throws", () => assert.throws(boom, Error));
fails("throws", () => assert.throws(boom, /abc/));
fails("throws", () => assert.throws(boom, { message: "abc", name: "Error" }));
fails("throws", () => assert.throws(boom, { message: /^a/ }));
fails("throws", () => assert.throws(boom, new Error("abc")));
fails("throws", () => assert.throws(boom, (e) => e.message === "abc"));
fails("throws nothing", () => assert.throws(() => {}));
fails("throws nothing", () => assert.throws(() => {}, TypeError));
fails("throws nothing", () => assert.throws(() => {}, "msg"));
fails("throws nothing", () => assert.throws(() => {}, /x/, "msg"));
fails("throws another", () => assert.throws(boom, /xyz/));
fails("throws another", () => assert.throws(boom, { message: "xyz" }));
fails("throws another", () => assert.throws(boom, { message: /xyz/ }));
fails("throws another", () => assert.throws(boom, { code: 5 }));
fails("throws another", () => assert.throws(boom, new Error("other")));
fails("throws another", () => assert.throws(boom, TypeError));
fails("throws another", () => assert.throws(boom, () => false));
fails("throws another", () => assert.throws(boom, function validate() {}));
fails("throws another", () => assert.throws(boom, TypeError, "with message"));
fails("throws wrong", () => assert.throws("x"));
fails("throws wrong", () => assert.throws(boom, "abc"));
fails("throws wrong", () => assert.throws(boom, 5));
fails("throws wrong", () => assert.throws(boom, {}));
fails("throws wrong", () => assert.throws(boom, "a", "b"));
fails("throws text", () => assert.throws(() => { throw "text"; }, /text/));
fails("doesNotThrow", () => assert.doesNotThrow(() => {}));
fails("doesNotThrow", () => assert.doesNotThrow(boom));
fails("doesNotThrow", () => assert.doesNotThrow(boom, "m"));
fails("match", () => assert.match("abc", /b/));
fails("match", () => assert.match("abc", /x/));
fails("match", () => assert.match("abc", /x/, "custom"));
fails("match", () => assert.match(5, /x/));
fails("match", () => assert.match("a", "b"));
fails("doesNotMatch", () => assert.doesNotMatch("abc", /b/));
fails("ifError", () => assert.ifError(null));
fails("ifError", () => assert.ifError(new Error("e")));
fails("ifError", () => assert.ifError("s"));
fails("strict", () => strict.equal(1, "1"));
fails("strict", () => strict.deepEqual({ a: 1 }, { a: "1" }));
fails("strict", () => strict(0, "falsy"));
show("exports", () => [named === strict, assert.strict === strict, strict.strict === strict, strict.equal === assert.strictEqual, assert.ok !== assert, typeof assert.AssertionError]);
show("error", () => {
  try {
    assert.equal(1, 2);
  } catch (e) {
    return [e instanceof AssertionError, e instanceof Error, Object.keys(e), e.actual, e.expected, e.stack.split("\n")[0], String(e)];
  }
});
show("own error", () => {
  const e = new AssertionError({ message: "m", actual: 1, expected: 2, operator: "op" });
  return [e.message, e.generatedMessage, e.operator, e.name];
});
show("own error", () => new AssertionError({ actual: 1, expected: 2, operator: "strictEqual" }).message);
show("own error wrong", () => new AssertionError());

const main = async () => {
  const rejects = async (label, f) => {
    try {
      await f();
      print(label, "passes");
    } catch (e) {
      print(`${label}: ${e.name} ${e.code} ${e.generatedMessage} ${e.operator} ${e.message}`);
    }
  };
  const bad = () => Promise.reject(new TypeError("x"));
  await rejects("rejects", () => assert.rejects(bad()));
  await rejects("rejects", () => assert.rejects(bad, TypeError));
  await rejects("rejects", () => assert.rejects(bad, { message: "x" }));
  await rejects("rejects nothing", () => assert.rejects(Promise.resolve(1)));
  await rejects("rejects nothing", () => assert.rejects(async () => {}, TypeError));
  await rejects("rejects another", () => assert.rejects(bad(), /y/));
  await rejects("rejects no promise", () => assert.rejects(() => 5));
  await rejects("rejects a throw", () => assert.rejects(() => { throw new Error("sync"); }));
  await rejects("rejects wrong", () => assert.rejects(5));
  await rejects("doesNotReject", () => assert.doesNotReject(Promise.resolve()));
  await rejects("doesNotReject", () => assert.doesNotReject(Promise.reject(new Error("z"))));
};
main();

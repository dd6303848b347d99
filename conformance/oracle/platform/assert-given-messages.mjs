// Pins: assert shows the difference below a message that is given, and what doesNotThrow takes as its second argument
import assert from "node:assert";
const show = (f) => {
  try {
    f();
    console.log("ok");
  } catch (e) {
    console.log(JSON.stringify(e.message), e.code, e.generatedMessage, e.operator);
  }
};
for (const name of ["strictEqual", "deepStrictEqual", "equal", "deepEqual"]) {
  for (const message of ["msg", "", undefined, new TypeError("own")]) for (const [a, b] of [[1, 2], ["a", "b"], [{ a: 1 }, { a: 2 }], [[], 2]]) show(() => assert[name](a, b, message));
}
show(() => assert.strictEqual({ a: 1 }, { a: 1 }, "msg"));
show(() => assert.notStrictEqual(1, 1, "msg"));
show(() => assert.notDeepStrictEqual({ a: 1 }, { a: 1 }, "msg"));
show(() => assert.deepStrictEqual(new Map([[1, 2]]), new Map([[1, 3]]), "Bad map"));
const fail = () => { throw new TypeError("c"); };
show(() => assert.throws(fail, { message: "d" }, "msg"));
show(() => assert.throws(fail, { message: "d" }));
for (const expected of [() => true, () => false, (e) => e.message === "c", TypeError, RangeError, /c/, /d/, undefined]) show(() => assert.doesNotThrow(fail, expected, "msg"));
show(() => assert.doesNotThrow(fail, { message: "c" }));

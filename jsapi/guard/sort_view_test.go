package guard

import (
	"testing"

	"github.com/dop251/goja"
)

// TestSortedViews sorts long typed arrays of all kinds, also a part of a buffer, and compares with an array that a comparison sorts.
func TestSortedViews(t *testing.T) {
	t.Parallel()
	rt := goja.New()
	defer Attach(rt, Options{}).Detach()
	v, err := rt.RunString(`
const wrong = [];
for (const Kind of [Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array]) {
  const n = 300000, all = new Kind(n + 8), list = all.subarray(3, n + 3);
  const big = Kind.name.startsWith("Big");
  let x = 12345;
  for (let i = 0; i < n; i++) {
    x = (x * 1103515245 + 12345) % 2147483648;
    list[i] = big ? BigInt(x) - 1000000000n : x - 1000000000 + (Kind.name.startsWith("Float") ? 0.25 : 0);
  }
  if (Kind.name.startsWith("Float")) { for (let i = 0; i < 1000; i++) { list[i * 7] = [NaN, -0, 0, Infinity, -Infinity][i % 5]; } }
  const sum = list.reduce((a, b) => (b === b && b !== Infinity && b !== -Infinity ? a + b : a), big ? 0n : 0);
  const copied = list.toSorted();
  if (list.sort() !== list) wrong.push(Kind.name + " returns another");
  const order = (a, b) => a !== a ? (b !== b ? 0 : 1) : b !== b ? -1 : a < b ? -1 : a > b ? 1 : a == 0 && Object.is(a, -0) !== Object.is(b, -0) ? (Object.is(a, -0) ? -1 : 1) : 0;
  for (let i = 1; i < n; i++) if (order(list[i - 1], list[i]) > 0) { wrong.push(Kind.name + " at " + i + ": " + list[i - 1] + ", " + list[i]); break; }
  const after = list.reduce((a, b) => (b === b && b !== Infinity && b !== -Infinity ? a + b : a), big ? 0n : 0);
  if (big ? after !== sum : Math.abs(Number(after - sum)) > Math.abs(sum) * 1e-6 + 1) wrong.push(Kind.name + " has other elements: " + sum + ", " + after);
  if (copied.constructor !== Kind || copied.length !== n || !copied.every((v, i) => Object.is(v, list[i]) || v === list[i])) wrong.push(Kind.name + ": toSorted has another order");
  if (all[0] != 0 || all[n + 5] != 0) wrong.push(Kind.name + " changed what is beside it");
}
wrong.join("\n")`)
	if err != nil || v.String() != "" {
		t.Errorf("%v: %v", v, err)
	}
}

package guard

import "testing"

// TestLongLists checks that join and fill do with long arrays what they do in goja.
func TestLongLists(t *testing.T) {
	t.Parallel()
	const long = `const a = Array.from({ length: 5000 }, (_, i) => i); `
	for _, source := range []string{
		`a.join()`, `a.join("")`, `a.join("é") + a.join(null) + a.join(5)`, `String(a) + a`, `a[7] = null; a[8] = undefined; a[9] = -0; a[10] = "é"; a[11] = 1.5; a[12] = 3n; a[13] = true; a.join("-")`,
		`delete a[7]; Array.prototype[7] = "p"; const s = a.join(); delete Array.prototype[7]; s`,
		`a[7] = a; a[8] = [a, 1]; a[9] = [[2, [a]]]; a.join()`, `a[7] = [1, [2, 3]]; a[8] = {}; a[9] = { toString: () => "o" }; a.join()`,
		`a[7] = { toString() { a.length = 100; return "short" } }; a.join()`, `a[7] = { toString() { a.fill("x"); a.push(1); return "full" } }; a.join()`,
		`a[7] = Symbol("s"); let e; try { a.join() } catch (x) { e = x } e.name + e.message`, `try { a.join(Symbol("s")) } catch (x) { x.name + x.message }`,
		`a[7] = { toString() { throw new Error("no") } }; try { a.join() } catch {} a[7] = 1; a.join()`,
		`Array.prototype.join.call({ length: 5000, 3: "x", get 4() { return "y" } })`, `Array.prototype.join.call("x".repeat(5000), "-")`, `Array.prototype.join.call(new Proxy(a, { get: (t, k) => k === "5" ? "p" : t[k] }))`,
		`class A extends Array {} A.from(a).join()`, `const s = []; s[5000] = 1; s[70000] = 2; s.join("")`, `Array.prototype.join.call(new Uint8Array(5000), "")`,
		`a.slice().join()`, `a.slice(10, -10).join()`, `a.slice(-5).join()`, `a.slice(5, 2).length + "" + a.slice(5000).length + a.slice(-9999, 3) + a.slice(NaN, "7") + a.slice({ valueOf: () => 4998 })`,
		`const b = a.slice(0, 20); b[3] = "x"; b.push(1); b.length = 30; b[40] = 2; a[3] + b.join() + Object.keys(b) + Array.isArray(b) + (b.constructor === Array)`,
		`a.concat(1, [2, 3], "x", [[4]]).slice(-6).join("|")`, `const b = a.concat(a); b[7] = "x"; b.length + a[7] + b.join("")`, `a.concat([, 1]).length + "" + (5000 in a.concat([, 1]))`,
		`class A extends Array {} const b = A.from(a); b.slice(4990).constructor.name + b.concat(1).constructor.name + a.concat(b).length`, `a.constructor = { [Symbol.species]: function (n) { return { n } } }; a.slice(4990).n + JSON.stringify(a.slice(4990))`,
		`Object.defineProperty(Array, Symbol.species, { get() { return undefined }, configurable: true }); a.slice(4990).join() + a.concat([1]).length`,
		`Object.defineProperty(Array, Symbol.species, { value: function (n) { return { n } }, configurable: true }); JSON.stringify(a.slice(4990)) + JSON.stringify(a.concat([1]).n)`,
		`let n = 0; const b = [1]; Object.defineProperty(b, Symbol.isConcatSpreadable, { get() { n++; return false } }); a.concat(b).length + "|" + n`,
		`const b = [1, 2]; b[Symbol.isConcatSpreadable] = false; a.concat(b).length`, `const o = { length: 2, 0: "p", 1: "q", [Symbol.isConcatSpreadable]: true }; a.concat(o).slice(-2).join()`, `a.concat({}, null, undefined).slice(-3).join()`,
		`a[Symbol.isConcatSpreadable] = false; a.concat(1).length`, `delete a[4995]; const b = a.slice(4990); b.length + b.join() + (5 in b)`, `Object.freeze(a); const b = a.slice(4990); b[0] = 1; b.join()`,
		`const b = new Array(5000).fill("x"); b.push(1); b.length + b.join() + Object.keys(b).length`, `const b = new Array(5000); b.fill(1, 10, -10) === b ? b.join() + Object.keys(b).length : ""`, `a.fill(7, 4990).join()`, `a.fill(7, -3, NaN).join()`,
		`const b = new Array(5000); b[3] = 2; b.fill(9).join("")`, `const b = Object.freeze(new Array(5000)); try { b.fill(1) } catch (e) { e.name }`, `const b = new Array(5000); Object.defineProperty(b, 4, { value: 1, configurable: true }); try { b.fill(2) } catch (e) { e.name + b.join("") }`,
		`const l = []; Object.defineProperty(Array.prototype, 5, { set(v) { l.push(v) }, configurable: true }); const b = new Array(5000).fill(3); delete Array.prototype[5]; l.length + b.join("") + (5 in b)`,
		`const b = new Array(5000), l = []; Object.setPrototypeOf(b, new Proxy(Array.prototype, { set(t, k, v) { l.push(k); return true } })); Array.prototype.fill.call(b, 1); l.length`,
		`class A extends Array {} const b = new A(5000).fill(2); b.join("") + b.constructor.name`, `const b = []; b.length = 1e5; b.fill(null); b.length + ":" + b.includes(undefined)`, `const b = new Array(5000).fill(2); b[7000] = 1; b.length = 3; b.join()`,
	} {
		checkAsAlone(t, long+source, false)
	}
}

// TestLongListsHearInterrupts checks that an interrupt ends the joining and the filling of a long array.
func TestLongListsHearInterrupts(t *testing.T) {
	t.Parallel()
	for _, source := range []string{`new Array(3e5).fill("x").join()`, `String(new Array(3e5).fill(1))`, `new Array(3e5).join("")`, `const a = new Array(3e5); a[5] = 1; a.fill("x")`, `new Array(3e5).fill(1, 1)`, `Array(40).fill(BigInt("0x" + "f".repeat(100))).sort()`} {
		checkHearsInterrupt(t, "", source, 30)
	}
}

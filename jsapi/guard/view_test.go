// This file tests that the sizes which goja sees are those that were checked.

package guard

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// limited returns a Runtime in which no more than 16 MiB may be reserved at once.
func limited(t *testing.T) *goja.Runtime {
	t.Helper()
	rt := goja.New()
	g := Attach(rt, Options{MaxDepth: 1000, Reserve: func(bytes, _ float64) {
		if bytes > 16<<20 {
			panic(rt.NewTypeError("too much"))
		}
	}})
	t.Cleanup(g.Detach)
	return rt
}

// TestSizesOfObjects uses sizes that are objects, getters and results of traps.
func TestSizesOfObjects(t *testing.T) {
	t.Parallel()
	const sizes = `const n = (v) => ({ valueOf: () => v }), late = (v) => ({ n: 0, get length() { return this.n++ ? v : 1; } }),
		now = (v) => ({ get length() { return v; } }), trap = (v) => new Proxy([], { get: (t, k) => (k === "length" ? v : t[k]) }); `
	for source, want := range map[string]string{
		`new ArrayBuffer(n(5e8))`:               "too much",
		`new Uint8Array({ length: n(5e8) })`:    tooMany,
		`new Float64Array({ length: n(1e7) })`:  "too much",
		`Float64Array.from({ length: n(5e8) })`: "Invalid typed array length",
		`Array.from({ length: n(5e8) })`:        tooMany,
		`Array.from(now(5e8))`:                  tooMany,
		`"ab".repeat(n(2 ** 40))`:               tooLong,
		`"ab".repeat(n(2 ** 62))`:               tooLong,
		`"ab".repeat(n(2e7))`:                   "too much",
		`String.prototype.repeat.call({ toString: () => "a".repeat(1e6) }, 1000)`: tooLong,
		`"ab".padStart(n(2 ** 40))`: tooLong,
		`"ab".padEnd(n(2 ** 40))`:   tooLong,
		`String.prototype.concat.call(...Array(60).fill({ toString: () => "a".repeat(1e7) }))`: tooLong,
		`String.prototype.normalize.call({ toString: () => "\ufdfa".repeat(1e6) }, "NFKD")`:    "too much",
		`String.raw({ raw: { length: n(5e8) } })`:                                              tooLong,
		`String.raw({ raw: now(5e8) })`:                                                        tooLong,
		`BigInt.asIntN(n(2 ** 40), -1n)`:                                                       "",
		`BigInt.asUintN(n(2 ** 40), -1n)`:                                                      tooBig,
		`BigInt.asUintN(2 ** 40, n(-1n))`:                                                      tooBig,
		`BigInt.asUintN(2 ** 40, "-1")`:                                                        tooBig,
		`BigInt.asUintN(n(2 ** 40), "1")`:                                                      "",
		`BigInt(n("9".repeat(2e6)))`:                                                           tooBig,
		`Reflect.apply(Math.max, null, { length: n(5e8) })`:                                    tooDeep,
		`Reflect.apply(Math.max, null, now(5e8))`:                                              tooDeep,
		`Reflect.apply(Math.max, null, trap(5e8))`:                                             tooDeep,
		`Math.max.apply(null, late(5e8))`:                                                      "",
		`Reflect.construct(Array, late(5e8))`:                                                  "",
		`Function.prototype.bind.apply(Math.max, { length: n(5e8) })`:                          tooDeep,
		`String.fromCharCode.apply(null, { length: n(5e8) })`:                                  tooDeep,
		`[].concat({ length: n(5e8), [Symbol.isConcatSpreadable]: true })`:                     tooMany,
		`[].concat(trap(5e8))`:                                                                 tooMany,
		`Array.prototype.concat.call(trap(5e8))`:                                               tooMany,
		`Array.prototype.flat.call(trap(2 ** 53))`:                                             tooMany,
		`const a = []; a.push(a); a.flat(n(Infinity))`:                                         tooDeep,
		`Array(1e4).join({ toString: () => "a".repeat(1e6) })`:                                 tooLong,
		`new Error({ toString: () => "a".repeat(1e7) })`:                                       "too much",
	} {
		_, err := limited(t).RunString(sizes + source)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", source, err, want)
		}
	}
	for _, method := range []string{"copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "forEach", "includes", "indexOf", "join",
		"lastIndexOf", "map", "reduce", "reduceRight", "reverse", "slice", "some", "sort", "splice", "toLocaleString", "toReversed", "toSorted", "toSpliced", "unshift", "with"} {
		for _, like := range []string{`({ length: n(2 ** 53) })`, `now(2 ** 53)`, `trap(2 ** 53)`} {
			source := `Array.prototype.` + method + `.call(` + like + `, (x) => 0, 1)`
			if method == "sort" || method == "toSorted" {
				source = `Array.prototype.` + method + `.call(` + like + `)`
			}
			_, err := limited(t).RunString(sizes + source)
			if err == nil || !strings.Contains(err.Error(), tooMany) {
				t.Errorf("%s: got %v, want %q", source, err, tooMany)
			}
		}
	}
}

// TestViews calls functions with array-like objects whose length is not plain.
func TestViews(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`const o = { reads: 0, get length() { this.reads++; return 2; }, 0: "b", 1: "a" }; const r = Array.prototype.sort.call(o); [r === o, o[0], o[1], o.reads].join()`: "true,a,b,1",
		`const o = { get length() { return 2; }, 0: 1 }; let same; [].forEach.call(o, (v, i, all) => { same = all === o; }); same`:                                        "true",
		`const o = { get length() { return 2; }, 1: 1 }; [].map.call(o, (v) => v + 1).join("-")`:                                                                          "-2",
		`const o = { get length() { return 2; }, 1: 1 }; [].concat.call(o, o, [o])[0] === o && [].concat(o)[0] === o`:                                                     "true",
		`const o = { get length() { return 2; }, 0: 1, 1: 2, [Symbol.isConcatSpreadable]: true }; [].concat(o, 3).join()`:                                                 "1,2,3",
		`const p = new Proxy([1, [2]], {}); [[].concat(p).length, [].flat.call(p).join(), [].slice.call(p).length, p.map((x) => x).length].join()`:                        "2,1,2,2,2",
		`const p = new Proxy([3, 1], {}); p.push(2); p.sort(); p.fill(9, 2); p.splice(0, 1); p.join()`:                                                                    "2,9",
		`const log = []; "a".repeat.call({ toString() { log.push("this"); return "a"; } }, { valueOf() { log.push("count"); return 2; } }) + log`:                         "aathis,count",
		`Math.max.apply(null, new Proxy([1, 5], {})) + Math.max.apply(null, { length: { valueOf: () => 2 }, 0: 1, 1: 2 })`:                                                "7",
		`Array.from(new Proxy([1, 2], {})).length + Array.from(new Set([1]).values()).length + Uint8Array.from({ length: "2" }).length`:                                   "5",
		`Array.from(new (class extends Set {})([1, 2])).length + Array.from({ get length() { return 2; } }, (x, i) => i).join()`:                                          "20,1",
		`(function () { return [].slice.call(arguments, 1).join() + [].concat.apply([], arguments).join(); })(1, 2)`:                                                      "21,2",
		`Array.prototype.slice.call(new Uint8Array([1, 2, 3]), 1).join() + Array.from(new Uint8Array(2)).join()`:                                                          "2,30,0",
		`try { "a".repeat({ valueOf: () => 1n }) } catch (e) { e.name }`:                                                                                                  "TypeError",
		`BigInt({ valueOf: () => 3n }) + BigInt({ [Symbol.toPrimitive]: (hint) => hint.length })`:                                                                         "9",
		`BigInt.asIntN(64, "-5") + BigInt.asUintN(64, "0x1F") + BigInt.asUintN(64, true)`:                                                                                 "27",
	} {
		v, err := limited(t).RunString(source)
		if err != nil || v.String() != want {
			t.Errorf("%s: got %v, %v, want %s", source, v, err, want)
		}
	}
}

// TestMended calls functions on which goja fails with an error of Go.
func TestMended(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`new Uint8Array(4).set(new Int8Array(0))`:                                                                                                               "undefined",
		`new Uint8Array(4).set(new Int8Array(0), 4)`:                                                                                                            "undefined",
		`new Float32Array(0).set(new Uint8Array(0))`:                                                                                                            "undefined",
		`new Float64Array(4).set(new Float32Array(4).subarray(4))`:                                                                                              "undefined",
		`try { new Uint8Array(4).set(new Int8Array(0), 5) } catch (e) { "" + e }`:                                                                               "RangeError: offset is out of bounds",
		`try { new Uint8Array(4).set(new BigInt64Array(0)) } catch (e) { "" + e }`:                                                                              "TypeError: Cannot mix BigInt and other types, use explicit conversions",
		`const a = new Float32Array(3); a.set(new Uint8Array([1, 2]), 1); a.join()`:                                                                             "0,1,2",
		`const a = new Uint8Array([7, 8]); Object.defineProperty(a, 0, {})[0] + a[1]`:                                                                           "15",
		`Object.defineProperty(new Uint8Array(2), 0, { enumerable: true })[0]`:                                                                                  "0",
		`Object.defineProperties(new Uint8Array(2), { 0: {}, 1: { value: 3 } }).join()`:                                                                         "0,3",
		`Reflect.defineProperty(new BigInt64Array(2), 0, {})`:                                                                                                   "true",
		`Reflect.defineProperty(new BigInt64Array(2), 2, {})`:                                                                                                   "false",
		`Object.defineProperty(new Proxy(new Uint8Array(2), {}), 0, {})[0]`:                                                                                     "0",
		`try { Object.keys(new Proxy({}, { ownKeys: () => ({ length: 5e8 }) })) } catch (e) { "" + e }`:                                                         "RangeError: Invalid array length",
		`try { Reflect.ownKeys(Proxy.revocable({}, { ownKeys: () => [, "a"] }).proxy) } catch (e) { "" + e }`:                                                   "TypeError: undefined is not a valid property name",
		`Reflect.ownKeys(new Proxy({}, { ownKeys: () => ({ length: { valueOf: () => 2 }, 0: "a", 1: "b" }) })).join()`:                                          "a,b",
		`Reflect.ownKeys(new Proxy({ x: 1 }, {})).join() + Reflect.ownKeys(new Proxy({}, { ownKeys: () => [] })).length`:                                        "x0",
		`try { Uint8Array.fromHex("zz") } catch (e) { "" + e }`:                                                                                                 "SyntaxError: Input string must contain hex characters in even length",
		`try { Uint8Array.fromHex("a") } catch (e) { "" + e }`:                                                                                                  "SyntaxError: Input string must contain hex characters in even length",
		`const u = new Uint8Array(2); try { u.setFromHex("07zz") } catch (e) { u + e.name }`:                                                                    "7,0SyntaxError",
		`Uint8Array.fromHex("0aFf") + "" + new Uint8Array(1).setFromHex("07zz").written`:                                                                        "10,2551",
		`JSON.stringify(Object.fromEntries([[]])) + Object.keys(Object.fromEntries([{}, { 0: "a", 1: 2 }]))`:                                                    "{}undefined,a",
		`Object.fromEntries(new Map([["a", 1]])).a + Object.fromEntries([["a", 1], ["b", 2]]).b`:                                                                "3",
		`try { Object.fromEntries(["a"]) } catch (e) { "" + e }`:                                                                                                "TypeError: Iterator value a is not an entry object",
		`let n = 0; try { Object.fromEntries({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return: () => ++n }) }) } catch {} n`:                    "1",
		`const r = /b/; r.exec = undefined; "abc".replace(r, "x") + "abc".split(r)`:                                                                             "axca,c",
		`try { RegExp.prototype[Symbol.split].call({ constructor: { [Symbol.species]: function () { return {}; } }, flags: "" }, "abc") } catch (e) { "" + e }`: "TypeError: Method RegExp.prototype.exec called on incompatible receiver #<Object>",
		`try { RegExp.prototype[Symbol.replace].call({ flags: "" }, "abc", "x") } catch (e) { "" + e }`:                                                         "TypeError: Method RegExp.prototype.exec called on incompatible receiver #<Object>",
		`class R extends RegExp {}; "a-b".split(new R("-")).length + "a-b".replace(new R("-"), "+")`:                                                            "2a+b",
		`class S extends RegExp { exec(t) { return super.exec(t); } }; "a-b-c".split(new S("-")).join() + "a-b".replace(new S("-"), "+")`:                       "a,b,ca+b",
		`const p = Proxy.revocable(function () {}, {}); p.revoke(); Function.prototype.toString.call(p.proxy)`:                                                  "function () { [native code] }",
	} {
		v, err := limited(t).RunString(source)
		if err != nil || v.String() != want {
			t.Errorf("%s: got %v, %v, want %s", source, v, err, want)
		}
	}
}

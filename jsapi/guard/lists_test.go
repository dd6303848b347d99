package guard

import (
	"testing"

	"github.com/dop251/goja"
)

// TestStringify checks that JSON.stringify does what it does in V8. The results were recorded with Node.
func TestStringify(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`JSON.stringify({ a: [1, "x", null, undefined, () => 1, Symbol("s"), true, NaN, -0, 1e21], b: undefined, c: Symbol("c") }, (k, v) => v)`:                                                                                  `{"a":[1,"x",null,null,null,null,true,null,0,1e+21]}`,
		`JSON.stringify({ b: 1, a: { b: 2, c: 3, 1: 4 } }, ["a", "b", 1, new String("c"), "a", {}])`:                                                                                                                              `{"a":{"b":2,"1":4,"c":3},"b":1}`,
		`JSON.stringify({ "\ud800": "\udfff\ud83d\ude00", "é": 1 }, (k, v) => v) + JSON.stringify({ "\ud800": 1, "\ud801": 2 }, ["\ud801"])`:                                                                                      `{"\ud800":"\udfff😀","é":1}{"\ud801":2}`,
		`JSON.stringify("\u0000\b\t\n\f\r\"\\\u001f\u2028é", [])`:                                                                                                                                                                 "\"\\u0000\\b\\t\\n\\f\\r\\\"\\\\\\u001f\u2028é\"",
		`JSON.stringify([new String("s"), new Number(3), new Boolean(false), Object(Symbol("s")), Object("é"), Object(-0)], null)`:                                                                                                `["s",3,false,{},"é",0]`,
		`try { JSON.stringify(Object(1n)) } catch (e) { e.name + e.message }`:                                                                                                                                                     "TypeErrorDo not know how to serialize a BigInt",
		`BigInt.prototype.toJSON = function () { return String(this) }; const s = JSON.stringify({ a: 1n }); delete BigInt.prototype.toJSON; s`:                                                                                   `{"a":"1"}`,
		`JSON.stringify({ a: [], b: {}, c: [1, { d: [2] }] }, null, 2)`:                                                                                                                                                           "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": [\n        2\n      ]\n    }\n  ]\n}",
		`JSON.stringify([1, [2]], null, "0123456789ab") + JSON.stringify([1], null, new Number(1)) + JSON.stringify([1], null, new String("é"))`:                                                                                  "[\n01234567891,\n0123456789[\n012345678901234567892\n0123456789]\n][\n 1\n][\né1\n]",
		`String(JSON.stringify(undefined)) + JSON.stringify(() => 1) + JSON.stringify(Symbol("s")) + JSON.stringify({ toJSON() {} })`:                                                                                             "undefinedundefinedundefinedundefined",
		`const l = []; JSON.stringify({ a: { toJSON(k) { l.push(k + typeof k); return 1 } }, b: [{ toJSON(k) { l.push(k + typeof k) } }] }, function (k, v) { l.push(k + typeof k + Object.keys(this)); return v }); l.join("|")`: "string|astring|astringa,b|bstringa,b|0string|0string0",
		`const l = [], p = o => new Proxy(o, { get(t, k) { l.push("get " + String(k)); return t[k] }, ownKeys(t) { l.push("keys"); return Reflect.ownKeys(t) }, getOwnPropertyDescriptor(t, k) { l.push("own " + k); return Reflect.getOwnPropertyDescriptor(t, k) } }); JSON.stringify(p({ a: 1, [Symbol.iterator]: 2 })) + JSON.stringify(p([7])) + l`: `{"a":1}[7]get toJSON,keys,own a,get a,get toJSON,get length,get 0`,
		`const a = [1, { toJSON() { a.length = 0; a.push(5, 6, 7); return 2 } }, 3, 4]; JSON.stringify(a) + JSON.stringify(a)`:                       `[1,2,7,null][5,6,7]`,
		`const o = { a: { toJSON() { delete o.b; o.c = 5; return 1 } }, b: 2, c: 3 }; JSON.stringify(o)`:                                             `{"a":1,"c":5}`,
		`const a = [, 1]; a.length = 4; Array.prototype[3] = "p"; const s = JSON.stringify(a, []); delete Array.prototype[3]; s`:                     `[null,1,null,"p"]`,
		`const r = Proxy.revocable([], {}); r.revoke(); try { JSON.stringify([1], r.proxy) } catch (e) { e.name }`:                                   "TypeError",
		`JSON.stringify(new Date(0)) + JSON.stringify(new Map([[1, 2]])) + JSON.stringify(new Uint8Array(2)) + JSON.stringify(/a/)`:                  `"1970-01-01T00:00:00.000Z"{}{"0":0,"1":0}{}`,
		`JSON.stringify({ a: JSON.rawJSON("1e1000") }, []) + JSON.stringify([JSON.rawJSON('"x"')])`:                                                  `{}["x"]`,
		`class E extends Array { toJSON() { return "e" } } JSON.stringify([new E(), new (class extends Array {})(1, 2)])`:                            `["e",[1,2]]`,
		`JSON.stringify({ get a() { return 1 }, get b() { return undefined } }, undefined, 1)`:                                                       "{\n \"a\": 1\n}",
		`JSON.stringify({ ["x" + "é".repeat(3)]: "y".repeat(3) + "\u20ac".repeat(3) }, (k, v) => v)`:                                                 `{"xééé":"yyy€€€"}`,
		`JSON.stringify("\u20ac".repeat(7e4) + "\n" + "a".repeat(7e4), []).length + JSON.stringify(("a".repeat(65535) + "\n").repeat(3), []).length`: "336617",
		`try { JSON.stringify({ toJSON() { throw new RangeError("mine") } }) } catch (e) { e.message }`:                                              "mine",
	} {
		rt := goja.New()
		g := Attach(rt, Options{})
		v, err := rt.RunString(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if v.String() != want {
			t.Errorf("%s\n got %s\nwant %s", source, v.String(), want)
		}
		g.Detach()
	}
}

// TestCopiesOfOddArrays checks functions that copy arrays which change meanwhile. The results were recorded with Node.
func TestCopiesOfOddArrays(t *testing.T) {
	t.Parallel()
	const long = `const a = Array.from({ length: 30 }, (_, i) => i); `
	for source, want := range map[string]string{
		`let n = 0; Object.defineProperty(a, "constructor", { get() { n++; a.length = 5; return Array } }); const b = a.slice(); b.length + " " + (4 in b) + (5 in b) + n`:                                    "30 truefalse1",
		`let n = 0; Object.defineProperty(a, "constructor", { get() { n++; Object.defineProperty(a, 3, { get() { return "g" } }); return Array } }); const b = a.slice(); b[3] + b.length + n`:                "g301",
		`let n = 0; Object.defineProperty(a, "constructor", { get() { n++; delete a[3]; return Array } }); const b = a.concat([1]); (3 in b) + " " + b.length + n`:                                            "false 311",
		`const b = [1, 2]; Object.defineProperty(b, Symbol.isConcatSpreadable, { get() { a[0] = "x"; return true } }); const c = a.concat(b, a); c[0] + " " + c[32] + c.length`:                               "0 x62",
		`[1, [2, [3, [4]]], [, 5], new Proxy([6, [7]], {})].flat().length + " " + [1, [2, [3, [4]]], [, 5], new Proxy([6, [7]], {})].flat(Infinity)`:                                                          "6 1,2,3,4,5,6,7",
		`const l = []; const p = new Proxy([1, 2], { has(t, k) { l.push("has " + k); return k in t }, get(t, k) { l.push("get " + String(k)); return t[k] } }); a.concat().flat(); [[0], p].flat() + "|" + l`: "0,1,2|get length,has 0,get 0,has 1,get 1",
		`const b = [1, new Proxy([9], { get(t, k) { b.length = 2; return t[k] } }), 3]; b.flat() + "" + b.flat().length`:                                                                                      "1,92",
		`a[3] = [a]; const b = a.flat(2); b.length + " " + b[3] + b[4] + (b[6] === a)`:                                                                                                                        "59 01false",
		`class A extends Array {} A.from([1, [2]]).flat().constructor.name + a.flat(-1).length + a.flat(NaN).length + a.flat("2").length`:                                                                     "A303030",
	} {
		rt := goja.New()
		g := Attach(rt, Options{})
		v, err := rt.RunString("{" + long + source + "}")
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if v.String() != want {
			t.Errorf("%s\n got %s\nwant %s", source, v.String(), want)
		}
		g.Detach()
	}
}

// TestLongViews checks functions that read long objects which are not plain arrays.
func TestLongViews(t *testing.T) {
	t.Parallel()
	const long = `const n = 70000, o = { length: n, 0: "a", 69999: "z" }, h = [1]; h.length = n; h[n - 1] = 2; const P = Array.prototype; `
	for source, want := range map[string]string{
		`Array.from(o).length + Array.from(o)[69999] + (5 in Array.from(o)) + Array.from(o, (v, i) => i)[7] + Array.from(h).length`:                     "70000ztrue770000",
		`const s = P.slice.call(o, 69990); s.length + s[9] + (3 in s) + h.slice(-2).length + (0 in h.slice(-2)) + h.slice(-2)[1]`:                       "10zfalse2false2",
		`let k = 0, self; h.forEach(function (v, i, a) { k += v; self = a }); k + " " + (self === h) + h.map(x => x * 2).length + h.filter(() => true)`: "3 true700001,2",
		`P.includes.call(o, "z") + " " + P.includes.call(o, undefined) + h.indexOf(2) + P.lastIndexOf.call(o, "a") + h.includes(undefined)`:             "true true699990true",
		`const r = P.reverse.call(o); (r === o) + o[0] + o[69999] + (5 in o)`:                                                                           "truezafalse",
		`[0].concat(h).length + " " + h.concat([1]).length + (5 in h.concat(1)) + [].concat(o).length + h.at(-1) + h.with(1, 5)[1]`:                     "70001 70001false125",
		`const v = new Uint8Array(n); v[3] = 7; P.slice.call(v)[3] + P.slice.call(v).length + P.indexOf.call(v, 7) + Array.from(v)[3]`:                  "70017",
		`h.splice(0, 1) + " " + h.length + h[n - 2] + h.toSpliced(0, 2).length + h.toReversed()[0] + h.toSorted()[0] + h.sort()[0]`:                     "1 69999269997222",
		`h.fill(3).length + h.join("").length + h.flat().length`:                                                                                        "210000",
		`h.reduce((a, b) => a + b) + h.findIndex(x => x === 2) + h.findLast(x => x) + h.some(x => x > 1) + h.every(x => x)`:                             "70006",
	} {
		rt := goja.New()
		g := Attach(rt, Options{})
		v, err := rt.RunString("{" + long + source + "}")
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if v.String() != want {
			t.Errorf("%s\n got %s\nwant %s", source, v.String(), want)
		}
		g.Detach()
	}
}

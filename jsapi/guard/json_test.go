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

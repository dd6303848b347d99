// This file tests JSON.parse, and values that are written while another one is.

package value

import (
	"testing"

	"github.com/dop251/goja"
)

// TestRevivers checks that JSON.parse calls a reviver with what goja's JSON.parse calls it with, and returns the same.
func TestRevivers(t *testing.T) {
	t.Parallel()
	realm, plain := testRealm(t), goja.New()
	for _, source := range []string{
		`JSON.parse('{"a":[1,{"b":2},[]],"c":null}', see)`,
		`JSON.parse('[1,[2,[3]]]', function (k, v) { see.call(this, k, v); return typeof v === "number" ? v + 1 : v })`,
		`JSON.parse('{"a":1,"drop":{"x":1},"b":[1,2,3]}', function (k, v) { see.call(this, k, v); return k === "drop" || k === "1" ? undefined : v })`,
		`JSON.parse('{"2":1,"1":2,"b":{"a":1},"__proto__":{"x":1}}', see)`,
		`JSON.parse('{"a":1,"b":2}', function (k, v) { see.call(this, k, v); if (k === "a") { this.b = [7, { c: 8 }]; this.d = 1 } return v })`,
		`JSON.parse('{"a":1,"b":2}', function (k, v) { see.call(this, k, v); if (k === "a") { Object.freeze(this) } return k === "b" ? undefined : v })`,
		`JSON.parse('[1,2,3]', function (k, v) { see.call(this, k, v); if (k === "0") { this.length = 1 } return v })`,
		`JSON.parse("5", see)`, `JSON.parse(" null ", see)`, `JSON.parse(7, see)`, `JSON.parse({ toString() { return "[1]" } }, see)`,
		`JSON.parse('[1]', "no function")`, `JSON.parse('["\ufffd"]', see)`,
		`JSON.parse('[1]', () => { throw new RangeError("no") })`, `JSON.parse(Symbol("x"))`, `JSON.parse('[1,]', see)`,
	} {
		program := `(() => {
			const seen = [];
			function see(k, v) { seen.push([k, v, Array.isArray(this) ? "list" : Object.keys(this).join()].map((x) => JSON.stringify(x)).join("|")); return v }
			let result;
			try { result = JSON.stringify(` + source + `) } catch (e) { result = e.name + (e instanceof SyntaxError ? "" : ": " + e.message) }
			return seen.join("\n") + "\n" + result;
		})()`
		got, err := realm.rt.RunString(program)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		want, err := plain.RunString(program)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		if got.String() != want.String() {
			t.Errorf("%s: got\n%s\nwant\n%s", source, got, want)
		}
	}
}

// TestRevivedProperties checks what a reviver does to properties that it changes itself. The results were recorded with Node.
func TestRevivedProperties(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`const l = []; JSON.stringify(JSON.parse('{"a":[1,2,{"b":3}],"c":null,"d":{}}', function (k, v) { l.push(k + typeof k + Array.isArray(this)); return k === "1" || k === "c" ? undefined : v })) + l`:                                                                                                                                                                                                                     `{"a":[1,null,{"b":3}],"d":{}}0stringtrue,1stringtrue,bstringfalse,2stringtrue,astringfalse,cstringfalse,dstringfalse,stringfalse`,
		`JSON.stringify(JSON.parse('{"a":1,"b":2,"c":3}', function (k, v) { if (k === "a") { delete this.c; Object.defineProperty(this, "b", { value: 5, configurable: false, writable: false }) } return k ? v * 2 : v }))`:                                                                                                                                                                                                     `{"a":2,"b":5,"c":null}`,
		`const l = [], p = o => new Proxy(o, { defineProperty(t, k, d) { l.push("put " + k + Object.keys(d)); return Reflect.defineProperty(t, k, d) }, deleteProperty(t, k) { l.push("del " + k); return delete t[k] }, ownKeys(t) { l.push("keys"); return Reflect.ownKeys(t) } }); JSON.stringify(JSON.parse("[0,1]", function (k, v) { if (k === "0") this[1] = p({ x: 1, y: 2 }); return k === "x" ? undefined : v })) + l`: `[0,{"y":2}]keys,del x,put yvalue,writable,enumerable,configurable,keys`,
		`try { JSON.parse("[0,1]", function (k, v) { if (k === "0") this[1] = new Proxy({ x: 1 }, { defineProperty() { throw new Error("trap") } }); return v }) } catch (e) { e.message }`:                                                                                                                                                                                                                                      "trap",
		`JSON.parse("[1]", 5) + JSON.parse(" 1 ", (k, v) => v + k) + JSON.stringify(JSON.parse("[0,1]", function (k, v) { if (k === "0") this[1] = { "\ud800": 1, "\ud801": 2 }; return k > "1" ? v + 1 : v }))`:                                                                                                                                                                                                                 `11[0,{"\ud800":2,"\ud801":3}]`,
	} {
		v, err := testRealm(t).rt.RunString(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if v.String() != want {
			t.Errorf("%s\n got %s\nwant %s", source, v.String(), want)
		}
	}
}

// TestHalvesInJSON checks that JSON.parse retains lone surrogates, which goja loses.
func TestHalvesInJSON(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	for _, source := range []string{
		`JSON.parse('"\ud800"') === "\ud800"`, `JSON.parse('"a\udc00\ud83d\ude00"') === "a\udc00\ud83d\ude00"`, `JSON.parse('"\\ud800\\u0041"') === "\ud800A"`,
		`JSON.parse('"\\ud83d\\ude00\\ud83d"') === "\ud83d\ude00\ud83d"`, `Object.keys(JSON.parse('{"\ud800":1}'))[0] === "\ud800"`, `JSON.parse('"\ufffd\ud800"') === "\ufffd\ud800"`,
		`JSON.parse('{"\ud800":{"a":1}}', (k, v) => k === "a" ? 2 : v)["\ud800"].a === 2`, `JSON.parse('"\\\\\ud800"') === "\\\ud800"`,
		`(() => { try { JSON.parse('"\\\ud800"') } catch (e) { return e instanceof SyntaxError } })()`,
		`(() => { try { JSON.parse('\ud800') } catch (e) { return e instanceof SyntaxError } })()`,
	} {
		if v, err := realm.rt.RunString(source); err != nil || !v.ToBoolean() {
			t.Errorf("%s: %v, %v", source, v, err)
		}
	}
}

// TestWriteWithinWrite checks that a toJSON which writes values itself does not change the value around it.
func TestWriteWithinWrite(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`({ x: "AAAAAAAAAA", y: { toJSON() { JSON.stringify({ b: 1 }); return 1 } }, z: "BBBBBBBBBB" })`,
		`({ x: "AAAAAAAAAA", y: { toJSON() { return JSON.stringify([1, 2, 3]) } }, z: { toJSON() { return write({ c: "CCCC" }) } } })`,
	} {
		realm := testRealm(t)
		_ = realm.rt.Set("write", func(v goja.Value) string {
			b, err := realm.Dump(v, false)
			if err != nil {
				panic(realm.rt.NewGoError(err))
			}
			return string(b.Data)
		})
		for range 2 { // the second time there is a buffer
			v, err := realm.rt.RunString(source)
			if err != nil {
				t.Fatal(err)
			}
			want, err := goja.New().RunString(`const write = JSON.stringify; JSON.stringify(` + source + `)`)
			if err != nil {
				t.Fatal(err)
			}
			if b, err := realm.Dump(v, false); err != nil || string(b.Data) != want.String() {
				t.Errorf("%s: stored as %s (%v), want %s", source, b.Data, err, want)
			}
		}
	}
}

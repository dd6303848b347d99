// This file tests that stored values are the same when they are read.

package value

import (
	"errors"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

func TestValuesComeBack(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`undefined`, `null`, `true`, `0`, `-0`, `NaN`, `-Infinity`, `1.5e300`, `2 ** 53`, `""`, `"é😀\u2028\"\\\n"`, `"\ud800 lone"`,
		`[]`, `[1, [2, []], {}]`, `[undefined, null]`, `({})`, `({ a: undefined, b: { c: [1] } })`, `({ "a b": 1, 2: 3, "__proto__x": 4 })`,
		`JSON.parse('{"__proto__": 1}')`,
		`new Date(1e12)`, `new Date(NaN)`, `new Map([["k", { v: 1 }], [{ o: 1 }, [2]]])`, `new Set([1, "1", [1]])`, `/a\/b[\]]/gi`,
		`new Uint8Array([0, 128, 255])`, `10n ** 30n`, `new TypeError("no")`, `Object.assign(new Error("no"), { code: 5, more: { a: 1 } })`,
		`({ lc: 3, type: "constructor", id: ["Map"] })`, `({ lc: 2, type: "constructor", id: ["Function"], args: ["x"] })`,
	} {
		realm := testRealm(t)
		v, err := realm.rt.RunString("(" + source + ")")
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		b, err := realm.Dump(v, true)
		if err != nil {
			t.Errorf("%s: dump: %v", source, err)
			continue
		}
		back, err := realm.Load(b)
		if err != nil {
			t.Errorf("%s: load %s: %v", source, b.Data, err)
			continue
		}
		want, got := shown(realm, v), shown(realm, back)
		if o, ok := v.(*goja.Object); ok && o.ClassName() == "Error" {
			continue // the stack differs; the golden cases of the conformance suite look at the rest
		}
		if want != got {
			t.Errorf("%s: got %s, want %s (stored as %s)", source, got, want, b.Data)
		}
	}
}

// TestBoxedValues checks that the objects around primitive values, and proxies of arrays, are stored as in JSON.
func TestBoxedValues(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	v, err := realm.rt.RunString(`({ list: [Object("s"), Object(1), Object(true), Object("\ud800")], proxy: new Proxy([1, [2]], {}), fields: new Proxy({ a: Object("b") }, {}) })`)
	if err != nil {
		t.Fatal(err)
	}
	b, err := realm.Dump(v, true)
	const want = `{"list":["s",1,true,"\ud800"],"proxy":[1,[2]],"fields":{"a":"b"}}`
	if err != nil || string(b.Data) != want {
		t.Errorf("got %s, %v, want %s", b.Data, err, want)
	}
}

func shown(realm *Realm, v goja.Value) string {
	if s, ok := v.(goja.String); ok {
		units := []any{}
		for i := range s.Length() {
			units = append(units, s.CharAt(i))
		}
		return realm.Show(realm.rt.NewArray(units...))
	}
	return realm.Show(v)
}

func TestErrorOfDumpNamesThePath(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`({ a: [1, { f() {} }] })`:                               "a function cannot be stored in a checkpoint (at a[1].f): use JSON-serializable values",
		`(() => { const o = { x: {} }; o.x.y = o; return o })()`: "a cycle cannot be stored in a checkpoint (at x.y): use JSON-serializable values",
		`({ p: Promise.resolve() })`:                             "a promise (is an await missing?) cannot be stored in a checkpoint (at p): use JSON-serializable values",
		`Symbol("s")`:                                            "a symbol cannot be stored in a checkpoint (at the value itself): use JSON-serializable values",
		`({ later: async () => 1 })`:                             "a function cannot be stored in a checkpoint (at later): use JSON-serializable values",
	} {
		realm := testRealm(t)
		v, err := realm.rt.RunString(source)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := realm.Dump(v, true); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", source, err, want)
		}
	}
}

// FuzzParse checks that the parser agrees with goja's JSON.parse on any text, and never panics.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e-3,"x\u00e9"]}`, `[[[]]]`, `"\ud83d\ude00"`, `-0`, `{"lc":2,"type":"undefined"}`, `1e999`, ` [ 1 , 2 ] `, `{"a":1,"a":2}`} {
		f.Add(seed)
	}
	realm := testRealm(f)
	parse, _ := goja.AssertFunction(goja.New().Get("JSON").(*goja.Object).Get("parse"))
	f.Fuzz(func(t *testing.T, text string) {
		got, err := realm.Parse([]byte(text), false)
		want, wantErr := parse(goja.Undefined(), realm.rt.ToValue(text))
		if wantErr != nil && strings.Contains(wantErr.Error(), "json: cannot unmarshal number") {
			return // a number beyond the range: Infinity, which goja refuses
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: got %v, goja says %v", text, err, wantErr)
		}
		if err == nil && strings.Contains(realm.Show(want), "\ufffd") {
			return // goja replaces lone surrogates, hitlrun does not
		}
		if err == nil && realm.Show(got) != realm.Show(want) {
			t.Fatalf("%q: got %s, want %s", text, realm.Show(got), realm.Show(want))
		}
		_, _ = realm.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(text)}) // with tags: only that it returns
		PlainJSON([]byte(text))
	})
}

// TestClassOfPrototype checks that the class of an object does not depend on its prototype or on variables of the script.
func TestClassOfPrototype(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		`Object.assign(Object.create(Map.prototype), { a: 1 })`:                  `{"a":1}`,
		`(() => { const M = Map; globalThis.Map = class {}; return new M() })()`: `{"lc":2,"type":"constructor","id":["Map"],"method":null,"args":[[]],"kwargs":{}}`,
		`new (class extends Uint8Array {})([1])`:                                 `{"lc":2,"type":"constructor","id":["Uint8Array"],"method":null,"args":[[1]],"kwargs":{}}`,
		`new Uint8ClampedArray([1])`:                                             `{"lc":2,"type":"constructor","id":["Uint8Array"],"method":null,"args":[[1]],"kwargs":{}}`,
		`new Int16Array([1, -1])`:                                                `[1,-1]`,
	} {
		realm := testRealm(t)
		v, err := realm.rt.RunString("(" + source + ")")
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		b, err := realm.Dump(v, true)
		if err != nil || string(b.Data) != want {
			t.Errorf("%s: got %s, %v, want %s", source, b.Data, err, want)
		}
	}
}

// TestDumpIsBoundedInArrays checks that the limit on the size of a value stops the dump inside an array, also without
// objects in it.
func TestDumpIsBoundedInArrays(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	realm.most = 1000
	for _, source := range []string{
		`Array.from({ length: 100000 }, (_, i) => i)`, `(() => { const holes = []; holes.length = 100000; return holes })()`, `Array(100000).fill(() => 0)`, `({ a: [Array(100000).fill("")] })`,
	} {
		v, err := realm.rt.RunString(`(` + source + `)`)
		if err != nil {
			t.Fatal(err)
		}
		_, err = realm.Dump(v, false)
		if large := new(SizeError); !errors.As(err, &large) || large.Bytes > 2000 {
			t.Errorf("%s: got %v, want that it ends behind 1000 bytes", source, err)
		}
	}
}

// TestSmallDifferences has values that are almost equal, and texts that JSON can write in several ways.
func TestSmallDifferences(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	run := func(source string) goja.Value {
		v, err := realm.rt.RunString("(" + source + ")")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	stored, grown := run(`[0, "a"]`), run(`[-0, "a", 1]`)
	if b, grew, err := realm.DumpSince(stored, realm.Mark(stored), grown); err != nil || grew || string(b.Data) == `[0,"a",1]` {
		t.Errorf("a list in which -0 replaces 0: got %s, grew %t, %v", b.Data, grew, err)
	}
	for source, want := range map[string]string{
		`{ "\b": "\f" }`:      `{"\b":"\f"}`,
		`new Error("\ud800")`: `"args":["\ud800"]`,
	} {
		b, err := realm.Dump(run(source), true)
		if err != nil || !strings.Contains(string(b.Data), want) {
			t.Errorf("%s: got %s, %v; want %s", source, b.Data, err, want)
		}
	}
	for ms, want := range map[string]string{`8.64e15`: `"+275760-09-13T00:00:00.000Z"`, `-1e15`: `"-029719-04-05T22:13:20.000Z"`, `0`: `"1970-01-01T00:00:00.000Z"`} {
		b, err := realm.Dump(run(`new Date(`+ms+`)`), true)
		if got := string(PlainJSON(b.Data)); err != nil || got != want {
			t.Errorf("date %s: got %s, %v; want %s", ms, got, err, want)
		}
	}
}

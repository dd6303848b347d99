// This file tests the fast code for plain data: templates, joined lists, JSON.stringify.

package value

import (
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// TestRecall compares the results of Recall and Load, also if the list grows, and if a script changes a result.
func TestRecall(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	for _, text := range []string{
		`null`, `"x"`, `12.5`, `[]`, `{}`, `[1,[2,{"a":[3]}],{"b":{"c":"d"},"e":true}]`,
		`{"10":"ten","b":1,"2":"two","__proto__":{"x":1},"ü":2,"":3}`,
		`{"lc":2,"type":"undefined"}`, `[{"lc":2,"type":"constructor","id":["Date"],"method":null,"args":[0],"kwargs":{}},{"lc":1,"x":2}]`,
		`{"a":{"lc":2,"type":"constructor","id":["Map"],"method":null,"args":[[["k",{"v":1}]]],"kwargs":{}}}`,
	} {
		b := checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(text)}
		var known any
		for range 3 {
			want, err := realm.Load(b)
			if err != nil {
				t.Fatal(err)
			}
			v, memory, err := realm.Recall(known, b)
			if err != nil {
				t.Fatalf("%s: %v", b.Whole().Data, err)
			}
			known = memory
			if got, want := realm.Show(v), realm.Show(want); got != want {
				t.Errorf("%s: Recall gives %s, Load %s", b.Whole().Data, got, want)
			}
			if o, ok := v.(*goja.Object); ok {
				change, err := realm.rt.RunString(`(function change(o) { for (const k of Object.keys(o)) { if (o[k] && typeof o[k] === "object") change(o[k]); delete o[k]; } o.more = 1; })`)
				if err != nil {
					t.Fatal(err)
				}
				f, _ := goja.AssertFunction(change)
				if _, err := f(goja.Undefined(), o); err != nil {
					t.Fatal(err)
				}
			}
			if checkpoint.IsArray(b.Data) {
				b.Grown = append(b.Grown, []byte(`[{"n":1},"more"]`))
			}
		}
	}
	if _, _, err := realm.Recall(nil, checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`[1,`)}); err == nil {
		t.Error("half a list is recalled")
	}
}

// TestRecalledObjectsAreApart changes objects that were made together: no other object has the change.
func TestRecalledObjectsAreApart(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	b := checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("[" + strings.Repeat(`{"a":1,"b":{"c":2,"d":3}},`, 40) + `{"a":1,"b":{"c":2,"d":3}}]`)}
	_, known, err := realm.Recall(nil, b)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		v, _, err := realm.Recall(known, b)
		if err != nil {
			t.Fatal(err)
		}
		if err := realm.rt.Set("list", v); err != nil {
			t.Fatal(err)
		}
		got, err := realm.rt.RunString(`{
			const before = JSON.stringify(list);
			for (let i = 0; i < list.length; i += 3) {
				list[i].more = i;
				delete list[i].a;
				delete list[i].b.c;
				list[i].b.d = i;
			}
			list.flatMap((o, i) => {
				const text = Object.keys(o) + JSON.stringify(o);
				return text === (i % 3 ? 'a,b{"a":1,"b":{"c":2,"d":3}}' : 'b,more{"b":{"d":' + i + '},"more":' + i + '}') ? [] : [i + ": " + text];
			}).join("\n") + before }`)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(b.Data) {
			t.Errorf("got unexpected objects, then the list before they were changed:\n%s", got)
		}
	}
}

// TestStringifyPlain compares the JSON.stringify of this package with that of goja.
func TestStringifyPlain(t *testing.T) {
	t.Parallel()
	realm := testRealm(t)
	for text, plain := range map[string]bool{
		`null`: true, `true`: true, `"a\"\n\u0001\u2028é😀"`: true, `-0`: true, `1e21`: true, `1/3`: true, `NaN`: true, `12345678901234567890`: true,
		`[]`: true, `({})`: true, `[undefined, Symbol(), [null]]`: true, `({ a: undefined, b: Symbol(), c: { d: [1, "x"] } })`: true,
		`undefined`: false, `"\b"`: false, `"\ud800"`: false, `[() => 1]`: false, `[, 1]`: false, `({ get a() { return 1; } })`: false,
		`({ 1: 2, a: 3 })`: false, `({ toJSON() { return "x"; } })`: false, `new Date(0)`: false, `Object.create({ a: 1 })`: false, `new (class A { x = 1; })`: false,
		`[new Map([[1, 2]])]`: false, `new Proxy({ a: 1 }, {})`: false, `Object("x")`: false, `Object.assign([1], { a: 2 })`: false,
		`Object.defineProperty({ a: 1 }, "b", { value: 2 })`: false, `({ a: { b: { c: [new Date(0)] } } })`: false, `({ ü: 1 })`: false,
	} {
		v, err := realm.rt.RunString("(" + text + ")")
		if err != nil {
			t.Fatal(err)
		}
		got, ok := realm.stringifyPlain(v)
		if ok != plain {
			t.Errorf("%s: plain %t", text, ok)
		}
		want, err := realm.jsonStringify(goja.Undefined(), v)
		if err != nil {
			t.Fatal(err)
		}
		if ok && got != want.String() {
			t.Errorf("%s gives %s, want %s", text, got, want)
		}
	}
	if _, err := realm.rt.RunString(`const loop = { a: [] }; loop.a.push(loop); try { JSON.stringify(loop); throw 1; } catch (e) { if (!(e instanceof TypeError)) throw e; }`); err != nil {
		t.Error(err)
	}
	if v, err := realm.rt.RunString(`JSON.stringify({ a: [], b: { c: [1, "{}"] } }, null, 1)`); err != nil || v.String() != "{\n \"a\": [],\n \"b\": {\n  \"c\": [\n   1,\n   \"{}\"\n  ]\n }\n}" {
		t.Errorf("%v %v", v, err)
	}
}

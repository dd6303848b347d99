// This file tests what is done in Go for plain data: templates, joined lists, JSON.stringify.

package jsapi

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// TestRecall holds what Recall makes against what Load makes, also when the list
// grows, and when a script changes what it was given.
func TestRecall(t *testing.T) {
	t.Parallel()
	vm := testVM(t)
	for _, text := range []string{
		`null`, `"x"`, `12.5`, `[]`, `{}`, `[1,[2,{"a":[3]}],{"b":{"c":"d"},"e":true}]`,
		`{"10":"ten","b":1,"2":"two","__proto__":{"x":1},"ü":2,"":3}`,
		`{"lc":2,"type":"undefined"}`, `[{"lc":2,"type":"constructor","id":["Date"],"method":null,"args":[0],"kwargs":{}},{"lc":1,"x":2}]`,
		`{"a":{"lc":2,"type":"constructor","id":["Map"],"method":null,"args":[[["k",{"v":1}]]],"kwargs":{}}}`,
	} {
		b := checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(text)}
		var known any
		for range 3 {
			want, err := vm.load(b)
			if err != nil {
				t.Fatal(err)
			}
			v, memory, err := vm.recall(known, b)
			if err != nil {
				t.Fatalf("%s: %v", b.Whole().Data, err)
			}
			known = memory
			if got, want := vm.show(v), vm.show(want); got != want {
				t.Errorf("%s: Recall gives %s, Load %s", b.Whole().Data, got, want)
			}
			if o, ok := v.(*goja.Object); ok {
				change, err := vm.rt.RunString(`(function change(o) { for (const k of Object.keys(o)) { if (o[k] && typeof o[k] === "object") change(o[k]); delete o[k]; } o.more = 1; })`)
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
	if _, _, err := vm.recall(nil, checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`[1,`)}); err == nil {
		t.Error("half a list is recalled")
	}
}

// TestJoins tells which reducers are known to join lists, and that these join
// what they are given as the script would.
func TestJoins(t *testing.T) {
	t.Parallel()
	vm := testVM(t)
	for text, want := range map[string]bool{
		`(a, b) => a.concat(b)`:                                 true,
		`(left, right) => { return left.concat(right); }`:       true,
		`(a, b) => [...a, ...b]`:                                true,
		`(x, y) => x.concat(Array.isArray(y) ? y : [y])`:        true,
		`(a, b) => b.concat(a)`:                                 false,
		`(a, b) => a.concat(a)`:                                 false,
		`(a, b) => [...b, ...a]`:                                false,
		`(a, b) => a.concat(c)`:                                 false,
		`(a, b) => [...a, ...b].slice(-3)`:                      false,
		`(x, y) => x.concat(Array.isArray(x) ? y : [y])`:        false,
		`(a, a1) => { return a.concat(a1); x.concat(y); }`:      false,
		`(a, b) => { return a.concat(b); return [...a, ...b] }`: false,
	} {
		v, err := vm.rt.RunString(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := joins(vm.function(v)); got != want {
			t.Errorf("joins(%s) = %t", text, got)
		}
	}
	for _, text := range []string{
		`[[1, 2], [3]]`, `[[], []]`, `[[1], "x"]`, `[[1], undefined]`, `[[1, , 2], [3]]`, `[Object.assign([1], {x: 1}), [2]]`,
		`[[1], Object.assign([2], {[Symbol.isConcatSpreadable]: false})]`, `[new (class List extends Array {})(1, 2), [3]]`, `[[1], {length: 1, 0: "x"}]`,
	} {
		v, err := vm.rt.RunString("globalThis.pair = " + text + "; pair[0].concat(pair[1])")
		if err != nil {
			t.Fatal(err)
		}
		pair := vm.rt.Get("pair").ToObject(vm.rt)
		f, err := vm.rt.RunString(`(a, b) => a.concat(b)`)
		if err != nil {
			t.Fatal(err)
		}
		reducer := vm.function(f)
		reducer.joins = joins(reducer)
		got, err := host{vm}.Reduce(reducer, pair.Get("0"), []runtime.Value{pair.Get("1")})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := vm.show(got.(goja.Value)), vm.show(v); got != want {
			t.Errorf("%s: joined %s, want %s", text, got, want)
		}
	}
}

// TestStringifyPlain holds our JSON.stringify against goja's.
func TestStringifyPlain(t *testing.T) {
	t.Parallel()
	vm := testVM(t)
	for text, plain := range map[string]bool{
		`null`: true, `true`: true, `"a\"\n\u0001\u2028é😀"`: true, `-0`: true, `1e21`: true, `1/3`: true, `NaN`: true, `12345678901234567890`: true,
		`[]`: true, `({})`: true, `[undefined, Symbol(), [null]]`: true, `({ a: undefined, b: Symbol(), c: { d: [1, "x"] } })`: true,
		`undefined`: false, `"\b"`: false, `"\ud800"`: false, `[() => 1]`: false, `[, 1]`: false, `({ get a() { return 1; } })`: false,
		`({ 1: 2, a: 3 })`: false, `({ toJSON() { return "x"; } })`: false, `new Date(0)`: false, `Object.create({ a: 1 })`: false, `new (class A { x = 1; })`: false,
		`[new Map([[1, 2]])]`: false, `new Proxy({ a: 1 }, {})`: false, `Object("x")`: false, `Object.assign([1], { a: 2 })`: false,
		`Object.defineProperty({ a: 1 }, "b", { value: 2 })`: false, `({ a: { b: { c: [new Date(0)] } } })`: false, `({ ü: 1 })`: false,
	} {
		v, err := vm.rt.RunString("(" + text + ")")
		if err != nil {
			t.Fatal(err)
		}
		got, ok := vm.stringifyPlain(v)
		if ok != plain {
			t.Errorf("%s: plain %t", text, ok)
		}
		want, err := vm.jsonStringify(goja.Undefined(), v)
		if err != nil {
			t.Fatal(err)
		}
		if ok && got != want.String() {
			t.Errorf("%s gives %s, want %s", text, got, want)
		}
	}
	if _, err := vm.rt.RunString(`const loop = { a: [] }; loop.a.push(loop); try { JSON.stringify(loop); throw 1; } catch (e) { if (!(e instanceof TypeError)) throw e; }`); err != nil {
		t.Error(err)
	}
	if v, err := vm.rt.RunString(`JSON.stringify({ a: [], b: { c: [1, "{}"] } }, null, 1)`); err != nil || v.String() != "{\n \"a\": [],\n \"b\": {\n  \"c\": [\n   1,\n   \"{}\"\n  ]\n }\n}" {
		t.Errorf("%v %v", v, err)
	}
}

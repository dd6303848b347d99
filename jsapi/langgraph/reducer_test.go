// This file tests which reducers are recognised as joining lists.

package langgraph

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/runtime"
)

// TestJoins checks which reducers are recognised as joining lists, and that the result is the same as that of the script.
func TestJoins(t *testing.T) {
	t.Parallel()
	api := testAPI(t)
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
		v, err := api.rt.RunString(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := joins(api.function(v)); got != want {
			t.Errorf("joins(%s) = %t", text, got)
		}
	}
	for _, text := range []string{
		`[[1, 2], [3]]`, `[[], []]`, `[[1], "x"]`, `[[1], undefined]`, `[[1, , 2], [3]]`, `[Object.assign([1], {x: 1}), [2]]`,
		`[[1], Object.assign([2], {[Symbol.isConcatSpreadable]: false})]`, `[new (class List extends Array {})(1, 2), [3]]`, `[[1], {length: 1, 0: "x"}]`,
	} {
		v, err := api.rt.RunString("globalThis.pair = " + text + "; pair[0].concat(pair[1])")
		if err != nil {
			t.Fatal(err)
		}
		pair := api.rt.Get("pair").ToObject(api.rt)
		f, err := api.rt.RunString(`(a, b) => a.concat(b)`)
		if err != nil {
			t.Fatal(err)
		}
		reducer := api.function(f)
		reducer.joins = joins(reducer)
		got, err := host{api}.Reduce(reducer, pair.Get("0"), []runtime.Value{pair.Get("1")})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := api.values.Show(got.(goja.Value)), api.values.Show(v); got != want {
			t.Errorf("%s: joined %s, want %s", text, got, want)
		}
	}
}

// testAPI returns the API of a VM in which no script has run.
func testAPI(t testing.TB) *API {
	t.Helper()
	b, err := bundle.Bundle(bundle.Options{Entry: "empty.ts", Source: []byte("export {}")})
	if err != nil {
		t.Fatal(err)
	}
	p, err := vm.Compile("empty.ts", b)
	if err != nil {
		t.Fatal(err)
	}
	core := vm.New(p, vm.Options{})
	t.Cleanup(func() { _ = core.Close() })
	return New(core, Options{})
}

package guard

import (
	"fmt"
	"testing"

	"github.com/dop251/goja"
)

// A view of a detached buffer has no elements, wherever it began.
func TestExportOfDetachedViews(t *testing.T) {
	t.Parallel()
	rt := goja.New()
	for _, class := range []string{"Uint8Array", "Uint8ClampedArray", "Int8Array", "Uint16Array", "Int16Array", "Uint32Array", "Int32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"} {
		for _, offset := range []int{0, 8, 1 << 22} {
			v, err := rt.RunString(fmt.Sprintf("var buffer = new ArrayBuffer(%d + 64); new %s(buffer, %d, 2)", offset, class, offset))
			if err != nil {
				t.Fatal(err)
			}
			if got := Export(v); got == nil || Detached(v.(*goja.Object)) {
				t.Errorf("%s at %d: exported %v before", class, offset, got)
			}
			Detach(rt.Get("buffer").Export().(goja.ArrayBuffer))
			if got := Export(v); got != nil {
				t.Errorf("%s at %d: exported %T", class, offset, got)
			}
		}
	}
	for _, code := range []string{"1", "'a'", "[1, 2]", "({a: 1})", "new ArrayBuffer(8)", "new Proxy([], {})", "new Proxy(new Uint8Array(2), {})", "new DataView(new ArrayBuffer(8))", "Symbol('a')", "1n", "new Map()", "() => 1"} {
		v, err := rt.RunString("(" + code + ")")
		if err != nil {
			t.Fatal(err)
		}
		if o, ok := v.(*goja.Object); ok && Detached(o) {
			t.Errorf("%s is detached", code)
		}
		Export(v)
	}
	for _, value := range []any{[]byte("a"), []string{"a"}, []any{1}, map[string]any{}, struct{ A int }{1}, &struct{ A []int }{}} {
		if o, ok := rt.ToValue(value).(*goja.Object); ok && Detached(o) {
			t.Errorf("%T is detached", value)
		}
	}
}

// What goja reads and writes through a view after a callback has detached its buffer is memory of that buffer.
func TestDetachedViewsStayInTheirBuffer(t *testing.T) {
	t.Parallel()
	const offset = 1 << 22 // where goja would write otherwise: nothing is mapped there in a test, or it is code
	for name, code := range map[string]string{
		"map":      `plain.constructor = { [Symbol.species]: function () { return view; } }; plain.map(() => { detach(); return 7; })`,
		"of":       `Uint8Array.of.call(function () { return view; }, { valueOf() { detach(); return 7; } }, 7)`,
		"from":     `Uint8Array.from.call(function () { return view; }, [1, 2], () => { detach(); return 7; })`,
		"fill":     `view.fill({ valueOf() { detach(); return 7; } })`,
		"set":      `view.set([{ valueOf() { detach(); return 7; } }, 7])`,
		"with":     `view.with(0, { valueOf() { detach(); return 7; } })`,
		"index":    `view[0] = { valueOf() { detach(); return 7; } }; view[0]`,
		"indexOf":  `view.indexOf(7, { valueOf() { detach(); return 0; } })`,
		"includes": `view.includes(7, { valueOf() { detach(); return 0; } })`,
		"sort":     `view.sort(() => { detach(); return -1; })`,
		"filter":   `view.filter(() => { detach(); return true; })`,
		"slice":    `plain.constructor = { [Symbol.species]: function () { detach(); return view; } }; plain.slice()`,
		"reduce":   `view.reduce((a, b) => { detach(); return a + b; })`,
		"join":     `view.join({ toString() { detach(); return ","; } })`,
		"iterate":  `for (const x of view) detach()`,
	} {
		rt := goja.New()
		if _, err := rt.RunString(fmt.Sprintf("var buffer = new ArrayBuffer(%d), view = new Uint8Array(buffer, %d, 2), plain = new Uint8Array(2)", offset+2, offset)); err != nil {
			t.Fatal(err)
		}
		buffer := rt.Get("buffer").Export().(goja.ArrayBuffer)
		memory := buffer.Bytes()
		if err := rt.Set("detach", func() { Detach(buffer) }); err != nil {
			t.Fatal(err)
		}
		_, _ = rt.RunString(code) // it may throw
		if !buffer.Detached() || len(buffer.Bytes()) != 0 {
			t.Errorf("%s: the buffer is not detached", name)
		}
		if name == "map" && memory[offset] != 7 {
			t.Errorf("goja does not write any more through a view of a detached buffer: %s can go", name)
		}
		if v, ok := ViewOf(rt.Get("view").(*goja.Object)); !ok || v != (View{}) {
			t.Errorf("%s: the detached view is %v", name, v)
		}
	}
}

package inspect

// This file tests the Go side: options, errors of script code, limits, values that come from Go.

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

func eval(t *testing.T, vm *goja.Runtime, source string) goja.Value {
	t.Helper()
	v, err := vm.RunScript("flow.ts", source)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPackageFunctions(t *testing.T) {
	t.Parallel()
	vm := goja.New()
	v := eval(t, vm, `({ a: { b: { c: { d: 1 } } } })`)
	for _, c := range []struct {
		name, got, want string
	}{
		{"default depth", Inspect(vm, v, Options{}), "{ a: { b: { c: [Object] } } }"},
		{"depth 0", Inspect(vm, v, Options{Depth: new(0)}), "{ a: [Object] }"},
		{"unlimited", Inspect(vm, v, Options{Depth: new(Unlimited)}), "{\n  a: { b: { c: { d: 1 } } }\n}"},
		{"options", Inspect(vm, v, OptionsFrom(vm, eval(t, vm, `({ depth: 0, compact: false })`))), "{\n  a: [Object]\n}"},
		{"boolean options", Inspect(vm, eval(t, vm, `[1]`), OptionsFrom(vm, vm.ToValue(true))), "[ 1, [length]: 1 ]"},
		{"no options", Inspect(vm, eval(t, vm, `[1]`), OptionsFrom(vm, nil)), "[ 1 ]"},
		{"nil value", Inspect(vm, nil, Options{}), "undefined"},
		{"format", Format(vm, Options{}, vm.ToValue("%s=%d"), vm.ToValue("n"), vm.ToValue(1), v), "n=1 { a: { b: { c: [Object] } } }"},
		{"format nothing", Format(vm, Options{}), ""},
		{"format nil", Format(vm, Options{}, vm.ToValue("%s"), nil), "undefined"},
		{"colours", Inspect(vm, vm.ToValue(1), Options{Colors: true}), "\x1b[33m1\x1b[39m"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestScriptErrorsComeBack(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`({ [custom]() { throw new TypeError('thrown') } })`,
		`({ get [custom]() { throw new TypeError('thrown') } })`,
		`({ get [Symbol.toStringTag]() { throw new TypeError('thrown') } })`,
		`({ a: new Map([[1, { [custom]() { throw new TypeError('thrown') } }]]) })`,
		`Object.setPrototypeOf({}, new Proxy({}, { getOwnPropertyDescriptor() { throw new TypeError('thrown') } }))`,
		`class E extends Error { get stack() { throw new TypeError('thrown') } }; const e = new E('x'); delete e.stack; e`,
	} {
		vm, p := scriptVM(t, nil)
		s, err := p.Inspect(eval(t, vm, source), Options{})
		var ex *goja.Exception
		if !errors.As(err, &ex) || !strings.Contains(ex.Error(), "TypeError: thrown") {
			t.Errorf("%s: got %q, error %v", source, s, err)
		}
		if s, err := p.Inspect(eval(t, vm, `[1]`), Options{}); s != "[ 1 ]" || err != nil {
			t.Errorf("%s: afterwards got %q, error %v", source, s, err)
		}
	}
	vm, p := scriptVM(t, nil)
	if s := Inspect(vm, eval(t, vm, `({ [custom]() { throw new TypeError('thrown') } })`), Options{}); !strings.HasPrefix(s, "<Inspection threw (TypeError: thrown") {
		t.Errorf("package function: got %q", s)
	}
	if _, err := p.Format(Options{}, vm.ToValue("%s"), eval(t, vm, `({ toString() { throw 'up' } })`)); err == nil {
		t.Error("format: no error")
	}
	if _, err := p.OptionsFrom(eval(t, vm, `({ get depth() { throw 'up' } })`)); err == nil {
		t.Error("options: no error")
	}
}

// TestThrowsOn checks that a native function can throw the error in the script that called it.
func TestThrowsOn(t *testing.T) {
	t.Parallel()
	vm, p := scriptVM(t, nil)
	if err := vm.Set("log", func(call goja.FunctionCall) goja.Value {
		s, err := p.Format(Options{}, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return vm.ToValue(s)
	}); err != nil {
		t.Fatal(err)
	}
	got := eval(t, vm, `(() => { try { log({ [custom]() { throw new Error('mine') } }) } catch (e) { return e.message } })()`)
	if got.String() != "mine" {
		t.Errorf("got %v", got)
	}
}

func TestEndlessCustomInspect(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`({ [custom](d, o, inspect) { return inspect(this, o) } })`,
		`({ [custom](d, o, inspect) { return inspect({ again: this }, { depth: Infinity }) } })`,
		`class Again { [custom]() { return new Again() } }; new Again()`,
		`const p = { get [Symbol.toStringTag]() { return inspect(this) } }; p`,
	} {
		vm, p := scriptVM(t, nil)
		s, err := p.Inspect(eval(t, vm, source), Options{})
		if err != nil {
			s = err.Error()
		}
		if !strings.Contains(s, "Maximum call stack size exceeded") {
			t.Errorf("%s: got %.200q, error %v", source, s, err)
		}
		if s, err := p.Inspect(eval(t, vm, `[[1]]`), Options{}); s != "[ [ 1 ] ]" || err != nil {
			t.Errorf("%s: afterwards got %q, error %v", source, s, err)
		}
	}
}

func TestStopped(t *testing.T) {
	t.Parallel()
	vm, p := scriptVM(t, nil)
	v := eval(t, vm, `({ [custom]() { for (;;); } })`)
	time.AfterFunc(10*time.Millisecond, func() { vm.Interrupt("enough") })
	_, err := p.Inspect(v, Options{})
	var stopped *goja.InterruptedError
	if !errors.As(err, &stopped) || stopped.Value() != "enough" {
		t.Fatalf("error %v", err)
	}
	vm.ClearInterrupt()
	vm.SetMaxCallStackSize(50)
	_, err = p.Inspect(eval(t, vm, `({ [custom]() { const f = () => f(); return f(); } })`), Options{})
	var overflow *goja.StackOverflowError
	if !errors.As(err, &overflow) {
		t.Fatalf("error %v", err)
	}
	if s, err := p.Inspect(eval(t, vm, `[[1]]`), Options{}); s != "[ [ 1 ] ]" || err != nil {
		t.Errorf("afterwards got %q, error %v", s, err)
	}
}

// TestStoppedInALongList checks that a stop is heard while the entries of a long list are printed, which runs no code of the
// script.
func TestStoppedInALongList(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`new Uint8Array(1e5)`, `new Array(1e5).fill(1)`, `new Set(Array.from({ length: 1e5 }, (_, i) => i))`, `"ab\n".repeat(1e5)`,
	} {
		vm, p := scriptVM(t, nil)
		v := eval(t, vm, source)
		asked := 0
		g := guard.Attach(vm, guard.Options{Stopped: func() bool { asked++; return false }})
		if _, err := p.Inspect(v, Options{MaxArrayLength: new(Unlimited), MaxStringLength: new(Unlimited)}); err != nil || asked < 50 {
			t.Errorf("%s: asked %d times whether the script was stopped, error %v", source, asked, err)
		}
		g.Detach()
	}
}

// TestStoppedInLongWork checks the same for work that makes little text.
func TestStoppedInLongWork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source string
		least  int
		o      Options
	}{
		{`const s = new Set(); for (let i = 0; i < 200; i++) s.add("x".repeat(10000) + i); s`, 270, Options{Sorted: true, MaxStringLength: new(Unlimited), MaxArrayLength: new(Unlimited)}},
		{`new Array(100).fill({})`, 100, Options{}},
		{`const e = new Error("x"); e.stack = "E\n" + "\tat \n".repeat(1e5); e`, 180, Options{}},
		{`const e = new Error("x"); e.stack = "E" + "\n    at a".repeat(1e5); e.cause = new Error("y"); e.cause.stack = "E" + "\n    at b".repeat(1e4); e`, 110, Options{}},
	} {
		vm, p := scriptVM(t, nil)
		v := eval(t, vm, c.source)
		asked := 0
		g := guard.Attach(vm, guard.Options{Stopped: func() bool { asked++; return false }})
		if _, err := p.Inspect(v, c.o); err != nil || asked < c.least {
			t.Errorf("%s: asked %d times whether the script was stopped, not at least %d times; error %v", c.source, asked, c.least, err)
		}
		g.Detach()
	}
}

// TestMemoryIsCounted checks how much memory is requested for what is longer as text than as a value.
func TestMemoryIsCounted(t *testing.T) {
	t.Parallel()
	for source, least := range map[string]float64{
		`"\x01".repeat(4e6)`: 25e6, `new ArrayBuffer(4e6)`: 32e6, `const e = new Error("x"); e.stack = "E\n" + "\tat \n".repeat(1e6); e`: 42e6,
	} {
		vm, p := scriptVM(t, nil)
		v := eval(t, vm, source)
		sum := 0.0
		g := guard.Attach(vm, guard.Options{Reserve: func(_, counted float64) { sum += counted }})
		if _, err := p.Inspect(v, Options{MaxArrayLength: new(Unlimited), MaxStringLength: new(Unlimited)}); err != nil || sum < least {
			t.Errorf("%s: requested %g bytes, not at least %g; error %v", source, sum, least, err)
		}
		g.Detach()
	}
}

// TestNestedPrototypes prints an object with a long chain of prototypes that ends without a class.
func TestNestedPrototypes(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "Object <[Object: null prototype] {}> {}", 1000: "Maximum call stack size exceeded"} {
		vm, p := scriptVM(t, nil)
		v := eval(t, vm, fmt.Sprintf(`let o = Object.create(null); for (let i = 0; i < %d; i++) o = Object.create(o); o`, n))
		s, err := p.Inspect(v, Options{Depth: new(Unlimited)})
		if err != nil {
			s = err.Error()
		}
		if !strings.Contains(s, want) {
			t.Errorf("%d prototypes: got %.200q, want %q", n, s, want)
		}
	}
}

// TestRunsNoScriptCode prints objects with many getters and traps, and checks that none of them is called.
func TestRunsNoScriptCode(t *testing.T) {
	t.Parallel()
	vm, p := scriptVM(t, nil)
	v := eval(t, vm, `
		globalThis.ran = [];
		const mark = (name) => function () { ran.push(name); return 1; };
		const traps = {};
		for (const name of Reflect.ownKeys(Reflect)) traps[name] = mark('trap ' + String(name));
		const list = [1, 2, 3];
		Object.defineProperty(list, 1, { get: mark('element'), enumerable: true });
		[
			{ get a() { ran.push('getter'); }, toString: mark('toString'), valueOf: mark('valueOf'), toJSON: mark('toJSON') },
			Object.defineProperty(new (class A { get b() { ran.push('class getter'); } }), 'c', { get: mark('own getter'), enumerable: true }),
			list,
			new Proxy({ x: 1 }, traps),
			new Proxy([1], new Proxy(traps, traps)),
			new Proxy(new Proxy(function () {}, traps), traps),
			Object.assign(Object.create(null, { d: { get: mark('null'), enumerable: true } }), { then: mark('then') }),
			new Map([[{ get e() { ran.push('key'); } }, { get f() { ran.push('value'); } }]]),
			Object.assign(new Error('x'), { toString: mark('error toString') }),
		]`)
	for _, o := range []Options{{}, {ShowHidden: true}, {ShowProxy: true}, {Depth: new(0)}, {Colors: true}, {Sorted: true}} {
		if _, err := p.Inspect(v, o); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if ran := eval(t, vm, `ran.join()`).String(); ran != "" {
		t.Errorf("ran %s", ran)
	}
}

func TestGoValues(t *testing.T) {
	t.Parallel()
	vm := goja.New()
	p := New(vm)
	type point struct {
		X, Y int
		Next *point
	}
	for _, c := range []struct {
		v    any
		want string
	}{
		{map[string]any{"a": 1}, "{ a: 1 }"},
		{[]any{1, "x", nil}, "[ 1, 'x', null ]"},
		{[]string{"a"}, "[ 'a' ]"},
		{point{1, 2, nil}, "{ X: 1, Y: 2, Next: null }"},
		{true, "true"},
		{int64(5), "5"},
		{1.5, "1.5"},
		{"s", "'s'"},
	} {
		if got, err := p.Inspect(vm.ToValue(c.v), Options{}); got != c.want || err != nil {
			t.Errorf("%v: got %q, want %q, error %v", c.v, got, c.want, err)
		}
	}
	for _, v := range []any{errors.New("go error"), struct{}{}, func() {}, vm.NewGoError(errors.New("go error")), vm.GlobalObject(), time.Time{}} {
		if got, err := p.Inspect(vm.ToValue(v), Options{ShowHidden: true}); got == "" || err != nil {
			t.Errorf("%T: got %q, error %v", v, got, err)
		}
	}
}

// TestBuiltInsReplaced checks that a Printer does not use built-in functions that a script has replaced after the Printer
// was made.
func TestBuiltInsReplaced(t *testing.T) {
	t.Parallel()
	vm, p := scriptVM(t, nil)
	v := eval(t, vm, `
		const v = [{ a: 1, get b() { return 2; } }, class A {}, new (class B extends Array {})(), 'x'];
		for (const name of ['keys', 'getOwnPropertyDescriptor', 'getPrototypeOf']) Object[name] = () => { throw 'replaced'; };
		Object.prototype.hasOwnProperty = () => { throw 'replaced'; };
		v`)
	const want = "[ { a: 1, b: [Getter] }, [class A], B(0) [], 'x' ]"
	if got, err := p.Inspect(v, Options{}); got != want || err != nil {
		t.Errorf("got %q, want %q, error %v", got, want, err)
	}
}

// TestPeek fails if goja's structures no longer match those in peek.go, since printing would be slower.
func TestPeek(t *testing.T) {
	t.Parallel()
	vm := goja.New()
	p := New(vm)
	if p.peek.base == nil || p.peek.array == nil || p.peek.property == nil {
		t.Fatalf("no way in: %+v", p.peek)
	}
	o := eval(t, vm, `({ b: 1, get a() { return 1; }, [Symbol('s')]: 2 })`).(*goja.Object)
	props, ok := p.properties(o)
	if !ok || len(props) != 2 || props[0].name != "b" || props[0].slot.accessor || !props[1].slot.accessor || props[1].slot.getterFunc == nil {
		t.Errorf("properties: %+v, %v", props, ok)
	}
	if values, ok := p.peek.dense(eval(t, vm, `[1, , 3]`).(*goja.Object)); !ok || len(values) != 3 || values[1] != nil {
		t.Errorf("elements: %v, %v", values, ok)
	}
	if _, ok := p.peek.dense(eval(t, vm, `Object.freeze([1])`).(*goja.Object)); ok {
		t.Error("a frozen array has properties, not plain elements")
	}
	it := eval(t, vm, `const it = new Map([[1, 2], [3, 4]]).entries(); it.next(); it`).(*goja.Object)
	for range 2 {
		if values, n, pairs, ok := p.rest(it, 10); !ok || !pairs || n != 1 || len(values) != 2 || values[0].ToInteger() != 3 {
			t.Errorf("iterator: %v, %v, %v", values, pairs, ok)
		}
	}
	if values, n, _, ok := p.rest(it, 0); !ok || n != 1 || len(values) != 0 {
		t.Errorf("none of the iterator: %v of %d, %v", values, n, ok)
	}
}

func TestCompareUnits(t *testing.T) {
	t.Parallel()
	sorted := []string{"", "A", "a", "ab", "b", "é", "\ud7ff", "😀", "😁", "\ue000", "\uffff"}
	for i, a := range sorted {
		for k, b := range sorted {
			if got := compareUnits(a, b); (got < 0) != (i < k) || (got > 0) != (i > k) {
				t.Errorf("compareUnits(%q, %q) = %d", a, b, got)
			}
		}
	}
}

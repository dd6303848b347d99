// This file tests the globals from the side of the host, and measures them.

package web

import (
	"errors"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

func TestInstallNeedsLoop(t *testing.T) {
	t.Parallel()
	if err := Install(goja.New(), Env{}); err == nil || !strings.Contains(err.Error(), "Loop") {
		t.Errorf("got %v", err)
	}
}

// TestInterrupt checks that a stopped VM stays stopped, so that no built-in function hides the interrupt.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		`Object.groupBy([1], () => { for (;;) {} })`,
		`Promise.try(() => { for (;;) {} })`,
		`structuredClone({ get a() { for (;;) {} } })`,
		`new EventTarget().dispatchEvent(Object.assign(new Event("x"), { get x() { return 1 } })); const t = new EventTarget(); t.addEventListener("x", () => { for (;;) {} }); t.dispatchEvent(new Event("x"))`,
	} {
		s := newSandbox(t)
		must(s.vm.Set("stop", func(goja.FunctionCall) goja.Value { s.vm.Interrupt("stop"); return goja.Undefined() }))
		_, err := s.vm.RunString(strings.Replace(src, "for (;;) {}", "stop(); for (;;) {}", 1))
		var stop *goja.InterruptedError
		if !errors.As(err, &stop) {
			t.Errorf("%s: got %v", src, err)
		}
	}
}

func BenchmarkInstall(b *testing.B) {
	loop := newFakeLoop()
	for b.Loop() {
		if err := Install(goja.New(), Env{Loop: loop}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBuiltinsOnly measures a VM without Install in which the built-in classes that Install extends are made, since
// nearly every script makes them.
func BenchmarkBuiltinsOnly(b *testing.B) {
	for b.Loop() {
		vm := goja.New()
		for _, name := range []string{"Symbol", "Object", "Map", "Promise", "Error", "String", "Array", "Number", "BigInt", "Date"} {
			vm.Get(name)
		}
	}
}

func BenchmarkBareVM(b *testing.B) {
	for b.Loop() {
		goja.New()
	}
}

// BenchmarkTouch measures the first use of a family of globals in a new VM. Its program is already compiled.
func BenchmarkTouch(b *testing.B) {
	loop := newFakeLoop()
	for _, name := range []string{"setTimeout", "URL", "AbortController", "TextDecoder", "Buffer"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				vm := goja.New()
				must(Install(vm, Env{Loop: loop}))
				vm.Get(name)
			}
		})
	}
}

func BenchmarkSetTimeout(b *testing.B) {
	s := newSandbox(b)
	f, _ := goja.AssertFunction(s.run(b, "f.js", `() => clearTimeout(setTimeout(() => {}, 1))`))
	for b.Loop() {
		if _, err := f(goja.Undefined()); err != nil {
			b.Fatal(err)
		}
		s.loop.timers = s.loop.timers[:0]
	}
}

// This file tests the door of a VM: what a context, a limit or a bug leaves behind.

package vm

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// An interrupt that comes when no JavaScript runs any more must not hit the next getter.
func TestLateInterrupt(t *testing.T) {
	t.Parallel()
	vm := testVM(t)
	v, err := vm.rt.RunString(`({ name: "E", get message() { return "boom" } })`)
	if err != nil {
		t.Fatal(err)
	}
	thrown := &ScriptError{vm: vm, value: v}
	if !vm.Sound() {
		t.Fatal("a new VM does not count as sound")
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = vm.Enter(ctx, func() {
		cancel()
		for !vm.cut.Load() { // all of the script has run
			time.Sleep(time.Millisecond)
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("enter: %v", err)
	}
	if name, message := thrown.Describe(); name != "E" || message != "boom" {
		t.Errorf("the error reads %q %q, want E boom", name, message)
	}
	if vm.Sound() {
		t.Error("a VM that was interrupted counts as sound")
	}
	if err := vm.Enter(t.Context(), func() { t.Error("it runs") }); !errors.Is(err, context.Canceled) {
		t.Errorf("a VM that was cut lets someone in: %v", err)
	}
}

// An interrupt that a job of the loop swallows comes again: the next script is ended, too.
func TestInterruptComesAgain(t *testing.T) {
	t.Parallel()
	vm := testVM(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	ended := 0
	begin := time.Now()
	err := vm.Enter(ctx, func() {
		for range 3 {
			if _, err := vm.rt.RunString(`for (;;);`); err != nil { // it does not matter which error
				ended++
			}
		}
	})
	if !errors.Is(err, context.DeadlineExceeded) || ended != 3 || time.Since(begin) > 10*time.Second {
		t.Errorf("got %v, %d scripts were ended after %v", err, ended, time.Since(begin))
	}
}

func TestPanicsStopTheVM(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(vm *VM){
		"a bug": func(*VM) { var p *Program; _ = p.path },
		"what a getter threw": func(vm *VM) {
			v, _ := vm.rt.RunString(`({ get x() { throw new Error("no") } })`)
			v.ToObject(vm.rt).Get("x")
		},
	} {
		vm := testVM(t)
		err := vm.Do(t.Context(), func() { f(vm) }, func() bool { return true })
		if err == nil || vm.Sound() {
			t.Errorf("%s: got %v, sound %t", name, err, vm.Sound())
		}
		var crash *ScriptCrash
		if name == "a bug" && (!errors.As(err, &crash) || !strings.Contains(string(crash.Stack), "enter_test.go")) {
			t.Errorf("%s: got %v, want a ScriptCrash with the stack of the bug", name, err)
		}
	}
	vm := testVM(t)
	func() {
		defer func() {
			if p := recover(); p != "of the program" || vm.Sound() {
				t.Errorf("a callback panicked: got %v, sound %t", p, vm.Sound())
			}
		}()
		_ = vm.Do(t.Context(), func() { vm.CallBack(func() { panic("of the program") }) }, func() bool { return true })
	}()
}

// testVM returns a VM that has run an empty script.
func testVM(t testing.TB) *VM {
	t.Helper()
	b, err := bundle.Bundle(bundle.Options{Entry: "empty.ts", Source: []byte("export {}")})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile("empty.ts", b)
	if err != nil {
		t.Fatal(err)
	}
	vm := New(p, Options{})
	vm.SetHooks(Hooks{Host: func() *goja.Object {
		host := vm.rt.NewObject()
		vm.Hidden(host, "exports", func(goja.FunctionCall) goja.Value { return goja.Undefined() })
		return host
	}})
	if err := vm.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	return vm
}

// A panic of goja while a script is compiled is an error. Here it is that of a bundle which does not exist.
func TestCompilePanics(t *testing.T) {
	t.Parallel()
	_, err := Compile("flow.ts", nil)
	var crash *ScriptCrash
	if !errors.As(err, &crash) || crash.Script != "flow.ts" || len(crash.Stack) == 0 {
		t.Errorf("got %v", err)
	}
}

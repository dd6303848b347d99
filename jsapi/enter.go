// This file is the door of a VM: all Go code that enters it from outside comes through enter. There the
// limits and the context are looked after, and no panic of goja gets through.

package jsapi

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/dop251/goja"
)

// PanicError is returned where the engine of the script panicked. The VM is not used again.
type PanicError struct {
	Value any
	Stack []byte
}

// Error is one line; Stack has the rest.
func (e *PanicError) Error() string {
	return fmt.Sprintf("the engine that runs the script failed, which is a bug of hitlrun: %v", e.Value)
}

// endedError says that a context ended, and why.
type endedError struct{ err, cause error }

func (e *endedError) Error() string   { return e.cause.Error() }
func (e *endedError) Unwrap() []error { return []error{e.err, e.cause} }

// Ended returns nil while ctx has not ended; then an error that is ctx.Err() and context.Cause(ctx) for errors.Is.
func Ended(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if err == nil || errors.Is(cause, err) {
		return cause
	}
	return &endedError{err, cause}
}

// enter calls f, which uses the VM, with a barrier behind it. It returns what stopped the VM, or the error of ctx.
//
// ctx and the limits end f by an interrupt of goja. One that comes when no JavaScript runs any more waits
// for the next that does, which may be the getter of a property: so it is taken back at the end, when
// nobody can set it any more, and the VM counts as cut.
func (vm *VM) enter(ctx context.Context, f func()) error {
	if err := Ended(ctx); err != nil {
		return err
	}
	if vm.why != nil {
		return vm.why
	}
	stop := vm.watch(ctx)
	stored := false
	func() {
		defer stop()
		vm.protect(f)
		vm.protect(func() { stored = vm.barrier() })
	}()
	err := Ended(ctx)
	if err == nil {
		return vm.failure
	}
	if !stored {
		return errors.Join(err, vm.failure)
	}
	return err
}

// aside is enter for what reads values of a VM after a run, an error for example. Inside of enter it only calls f.
func (vm *VM) aside(f func()) {
	if vm.watched {
		f()
		return
	}
	stop := vm.watch(context.Background())
	defer stop()
	vm.protect(f)
}

// protect calls f. A panic stops the VM; one of the program's own callbacks goes on.
func (vm *VM) protect(f func()) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		vm.cut.Store(true)
		if vm.callback {
			vm.fail(fmt.Errorf("a function of the program panicked: %v", p))
			panic(p)
		}
		vm.fail(panicked(p))
	}()
	f()
}

// panicked makes an error of a panic: an interrupt that no JavaScript function took, or a bug.
func panicked(p any) error {
	err, ok := p.(error)
	if ok {
		if cause := stoppedBy(err); cause != nil {
			return cause
		}
		var ex *goja.Exception
		if errors.As(err, &ex) {
			return fmt.Errorf("the script threw where nobody could catch it: %w", err)
		}
	}
	return &PanicError{Value: p, Stack: debug.Stack()}
}

// callBack calls a function of the program on the goroutine of the VM.
func (vm *VM) callBack(f func()) {
	vm.callback = true
	f()
	vm.callback = false
}

// This file enters a VM. All Go code from outside comes through Enter, which watches the limits and
// the context, and recovers panics of goja.

package vm

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/dop251/goja"
)

// endedError is the error of a context that ended. It has the error of the context and its cause.
type endedError struct{ err, cause error }

func (e *endedError) Error() string   { return e.cause.Error() }
func (e *endedError) Unwrap() []error { return []error{e.err, e.cause} }

// Ended returns nil while ctx is active. After its end it returns an error that matches both
// ctx.Err() and context.Cause(ctx) with errors.Is.
func Ended(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if err == nil || errors.Is(cause, err) {
		return cause
	}
	return &endedError{err, cause}
}

// Enter calls f, which uses the VM, and then the barrier. It returns the error that stopped the VM,
// or the error of ctx.
//
// The end of ctx and the limits stop f by an interrupt of goja. An interrupt that arrives after the
// last JavaScript has run would stop the next JavaScript that runs, possibly the getter of a
// property. So Enter clears the interrupt at the end, once none can arrive any more, and marks the
// VM as cut.
func (vm *VM) Enter(ctx context.Context, f func()) error {
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
		vm.protect(func() { stored = vm.handOver() })
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

// handOver is the barrier before the caller gets the result of a run. It returns false if the
// caller must not get it.
func (vm *VM) handOver() bool {
	if vm.hooks.HandOver == nil {
		return vm.Barrier()
	}
	if err := vm.hooks.HandOver(); err != nil {
		vm.Fail(err)
		return false
	}
	return true
}

// asideTime bounds the total time for reading values of a VM after a run, because a getter can loop
// forever.
const asideTime = time.Second

// errAside stops the reading of values after asideTime.
var errAside = fmt.Errorf("it took more than %s to read the values of an error", asideTime)

// aside is Enter for code that reads values of a VM after a run, such as an error. Inside of Enter
// it only calls f. All such reads together have asideTime; once it is used up, aside does nothing.
func (vm *VM) aside(f func()) {
	if vm.watched {
		f()
		return
	}
	left := asideTime - vm.asideUsed
	if left <= 0 {
		return
	}
	begin := time.Now()
	ctx, cancel := context.WithTimeoutCause(context.Background(), left, errAside)
	defer cancel()
	stop := vm.watch(ctx)
	defer func() {
		stop()
		vm.asideUsed += time.Since(begin)
	}()
	vm.protect(f)
}

// peek calls f, which reads values of the script, and reports whether f returned normally. It
// discards errors that the script throws, and panics of the engine.
func (vm *VM) peek(f func()) (ended bool) {
	vm.aside(func() { ended = vm.rt.Try(f) == nil })
	return ended
}

// protect calls f. A panic in f stops the VM and becomes its error. A panic in a callback of the Go
// program also continues.
func (vm *VM) protect(f func()) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		vm.cut.Store(true)
		if vm.callback {
			vm.Fail(fmt.Errorf("a function of the program panicked: %v", p))
			panic(p)
		}
		vm.Fail(vm.panicked(p, debug.Stack()))
	}()
	f()
}

// panicked converts a panic to an error. The panic is an interrupt that no JavaScript function
// received, a value that the script threw into Go code, or a failure of the engine. A panic while
// it does so is a failure of the engine too.
func (vm *VM) panicked(p any, stack []byte) (err error) {
	defer func() {
		if again := recover(); again != nil {
			err = vm.crashed(again, debug.Stack())
		}
	}()
	if err, ok := p.(error); ok {
		if cause := stoppedBy(err); cause != nil {
			return cause
		}
	}
	if ex := vm.exception(p); ex != nil {
		return vm.ScriptError(ex)
	}
	if inner := vm.guard.Stack(); inner != nil {
		stack = inner
	}
	return vm.crashed(p, stack)
}

// exception returns the exception that goja makes of a panic in a JavaScript function, or nil if
// the panic does not come from goja.
func (vm *VM) exception(p any) (ex *goja.Exception) {
	defer func() {
		if recover() != nil {
			ex = nil
		}
	}()
	return vm.rt.Try(func() { panic(p) })
}

// CallBack calls a function of the Go program on the goroutine of the VM. Panics of the function
// are not recovered.
func (vm *VM) CallBack(f func()) {
	vm.callback = true
	f()
	vm.callback = false
}

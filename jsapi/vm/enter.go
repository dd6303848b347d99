// This file is the door of a VM: all Go code that enters it from outside comes through enter. There the
// limits and the context are looked after, and no panic of goja gets through.

package vm

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/dop251/goja"
)

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

// Enter calls f, which uses the VM, with a barrier behind it. It returns what stopped the VM, or the error of ctx.
//
// ctx and the limits end f by an interrupt of goja. One that comes when no JavaScript runs any more waits
// for the next that does, which may be the getter of a property: so it is taken back at the end, when
// nobody can set it any more, and the VM counts as cut.
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

// handOver is the barrier before the caller gets what a run led to. It reports whether that may be.
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

// asideTime is how long reading values of a VM after a run may take in all: a getter can be a loop.
const asideTime = time.Second

// errAside ends the reading of values.
var errAside = fmt.Errorf("it took more than %s to read the values of an error", asideTime)

// aside is enter for what reads values of a VM after a run, an error for example. Inside of enter it only calls f.
// Such reads have asideTime in all; when it is used up, aside does nothing.
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

// peek calls f, which reads values of the script, and reports whether it came to its end: neither what a script
// throws nor a failure of the engine gets through.
func (vm *VM) peek(f func()) (ended bool) {
	vm.aside(func() { ended = vm.rt.Try(f) == nil })
	return ended
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
			vm.Fail(fmt.Errorf("a function of the program panicked: %v", p))
			panic(p)
		}
		vm.Fail(vm.panicked(p, debug.Stack()))
	}()
	f()
}

// panicked makes an error of a panic: an interrupt that no JavaScript function took, something that
// the script threw into Go code, or a failure of the engine.
func (vm *VM) panicked(p any, stack []byte) error {
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

// exception returns what goja would have made of a panic in a function of JavaScript, nil if the panic is none of goja's.
func (vm *VM) exception(p any) (ex *goja.Exception) {
	defer func() {
		if recover() != nil {
			ex = nil
		}
	}()
	return vm.rt.Try(func() { panic(p) })
}

// CallBack calls a function of the program on the goroutine of the VM.
func (vm *VM) CallBack(f func()) {
	vm.callback = true
	f()
	vm.callback = false
}

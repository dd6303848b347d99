// This file calls code that a script allows to run for a time, as node:vm does. The script can catch the error, unlike that of a
// limit.

package vm

import (
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// ErrLate is the error of code that ran for longer than CallFor allows.
var ErrLate = errors.New("the time of the code is over")

// lateAgain is the time between two interrupts of code that is late: it can handle one, and still run.
const lateAgain = 10 * time.Millisecond

// late is the value of the interrupt of code that is late. Each call of CallFor has its own.
type late struct{ most time.Duration }

// CallFor calls f, and interrupts it after a time. Then it returns ErrLate. Calls may be nested. A stop of the VM meanwhile
// remains a stop, which the script cannot catch.
func (vm *VM) CallFor(most time.Duration, f func() (goja.Value, error)) (v goja.Value, err error) {
	mine := &late{most}
	done, gone, fired := make(chan struct{}), make(chan struct{}), false
	go func() {
		defer close(gone)
		wait := time.NewTimer(most)
		defer wait.Stop()
		for {
			select {
			case <-done:
				return
			case <-wait.C:
				fired = true
				vm.late.Store(true)
				vm.rt.Interrupt(mine)
				vm.guard.Stop()
				wait.Reset(lateAgain)
			}
		}
	}()
	defer func() {
		close(done)
		<-gone
		if !fired {
			return
		}
		vm.late.Store(false)
		vm.rt.ClearInterrupt()
		vm.resume()
		if stopped, ok := err.(*goja.InterruptedError); ok && stopped.Value() == any(mine) { //nolint:errorlint // it is not wrapped
			v, err = nil, ErrLate
		}
	}()
	vm.In(vm.Scope(), func() { v, err = vm.whole(f) })
	return v, err
}

// whole calls f. If an interrupt ends it, the Runtime is as it was before.
func (vm *VM) whole(f func() (goja.Value, error)) (goja.Value, error) {
	call, _ := goja.AssertFunction(vm.rt.ToValue(func(goja.FunctionCall) goja.Value {
		tries := guard.TriesOf(vm.rt) // with the block around this function, which restores the rest
		v, err := f()
		if stopped, ok := err.(*goja.InterruptedError); ok { //nolint:errorlint // it is not wrapped
			tries.Reset()
			panic(stopped)
		}
		if err != nil {
			panic(err)
		}
		return v
	}))
	return call(goja.Undefined())
}

// resume interrupts the script again if it was stopped. The interrupt may have been replaced, or cleared.
func (vm *VM) resume() {
	why := vm.failure
	if reason := vm.reason.Load(); reason != nil {
		why = *reason
	}
	if why != nil {
		vm.rt.Interrupt(why)
		guard.Hear(vm.rt)
	}
}

// stop interrupts the script for a reason that it cannot catch. It may be called in any goroutine.
func (vm *VM) stop(why error) {
	vm.reason.CompareAndSwap(nil, &why)
	vm.cut.Store(true)
	vm.rt.Interrupt(why)
	vm.cutOff()
}

// halted reports whether an interrupt is pending.
func (vm *VM) halted() bool { return vm.cut.Load() || vm.late.Load() }

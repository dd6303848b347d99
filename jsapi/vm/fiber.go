// This file lets Go code wait for a promise of the script: the Go code is suspended, and the loop
// of the VM continues.

package vm

import (
	"errors"
	"iter"

	"github.com/dop251/goja"
)

// fiber is Go code that runs on the loop of the VM and can be suspended. Only the loop enters it,
// with no script on the stack.
type fiber struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

// errSuspended is the error of Go code that still waits for a promise when the VM is closed.
var errSuspended = errors.New("the program ended while a checkpointer was waited for")

// fibers has the fibers of a VM.
type fibers struct {
	fiber     *fiber // the fiber that runs now; nil for none
	suspended map[*fiber]bool
}

// StartFiber runs f as a fiber, until its end or its first wait. Only the loop may call it.
func (fs *fibers) StartFiber(f func()) {
	fb := &fiber{}
	fb.next, fb.stop = iter.Pull(func(yield func(struct{}) bool) {
		fb.yield = yield
		f()
	})
	fs.enterFiber(fb)
}

func (fs *fibers) enterFiber(fb *fiber) {
	outer := fs.fiber
	fs.fiber = fb
	_, suspended := fb.next()
	fs.fiber = outer
	if !suspended {
		delete(fs.suspended, fb)
		return
	}
	if fs.suspended == nil {
		fs.suspended = map[*fiber]bool{}
	}
	fs.suspended[fb] = true
}

// stopFibers ends the fibers that nothing can resume any more.
func (fs *fibers) stopFibers() {
	for fb := range fs.suspended {
		delete(fs.suspended, fb)
		fb.stop()
	}
}

// Await returns the result of v if v is a promise or another thenable, and v itself if not. It
// suspends the fiber that runs, and fails outside of a fiber.
func (vm *VM) Await(v goja.Value) (goja.Value, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return v, nil
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		return v, nil
	}
	fb := vm.fiber
	var result goja.Value
	var failure error
	settled, waiting := false, false
	settle := func(f func(v goja.Value)) goja.Value {
		return vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			if settled {
				return goja.Undefined() // a thenable of a script may call them several times
			}
			settled = true
			f(call.Argument(0))
			if waiting {
				vm.loop.push(func() { vm.enterFiber(fb) })
			}
			return goja.Undefined()
		})
	}
	_, err := then(o, settle(func(v goja.Value) { result = v }), settle(func(v goja.Value) { failure = vm.Thrown(v) }))
	if err != nil {
		return nil, vm.ScriptError(err)
	}
	if settled {
		return result, failure
	}
	if fb == nil {
		return nil, errors.New("a checkpointer that is written in JavaScript cannot be waited for here")
	}
	waiting = true
	vm.fiber = nil
	if !fb.yield(struct{}{}) {
		return nil, errSuspended
	}
	return result, failure
}

// Promised runs f as a fiber, and returns a promise of its result.
func (vm *VM) Promised(f func() (goja.Value, error)) goja.Value {
	promise, resolve, reject := vm.rt.NewPromise()
	scope := vm.scope
	vm.loop.push(func() {
		vm.StartFiber(func() {
			v, err := f()
			vm.In(scope, func() {
				if err != nil {
					vm.Settle(reject(vm.ErrorValue(err)))
				} else {
					vm.Settle(resolve(v))
				}
			})
		})
	})
	return vm.rt.ToValue(promise)
}

// This file settles promises of scripts, waits for them, and knows those that were rejected and that nobody handles.

package vm

import (
	"slices"

	"github.com/dop251/goja"
)

// Settle takes what settling a promise returned: an error that stops the VM.
func (vm *VM) Settle(err error) {
	if err != nil {
		vm.Fail(vm.ScriptError(err))
	}
}

// WhenSettled calls one of two functions when a promise is settled.
func (vm *VM) WhenSettled(promise goja.Value, resolved func(goja.Value), rejected func(error)) {
	o, ok := promise.(*goja.Object)
	if !ok {
		resolved(promise)
		return
	}
	vm.CallMethod(o, "then", vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		resolved(call.Argument(0))
		return goja.Undefined()
	}), vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		rejected(vm.Thrown(call.Argument(0)))
		return goja.Undefined()
	}))
}

// rejections are the promises that were rejected and that nobody handles so far.
type rejections struct{ rejected []*goja.Promise }

// trackRejection remembers the promises that were rejected and that nobody handles.
func (r *rejections) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionReject {
		r.rejected = append(r.rejected, p)
		return
	}
	for i, q := range r.rejected {
		if q == p {
			r.rejected = append(r.rejected[:i], r.rejected[i+1:]...)
			return
		}
	}
}

// afterJob is called when a job and all promise jobs behind it are done: a
// rejection that has no handler now is an uncaught error.
func (vm *VM) afterJob() {
	vm.scope = nil
	for len(vm.rejected) > 0 && vm.failure == nil {
		p := vm.rejected[0]
		vm.rejected = slices.Delete(vm.rejected, 0, 1)
		if vm.hooks.Events == nil {
			vm.Fail(vm.Thrown(p.Result()))
			continue
		}
		vm.hooks.Events.Unhandled(p)
	}
}

// Handled takes a rejected promise from those that nobody handles.
func (r *rejections) Handled(p *goja.Promise) { r.trackRejection(p, goja.PromiseRejectionHandle) }

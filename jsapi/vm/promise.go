// This file settles promises of scripts, waits for them, and tracks rejected promises that nobody
// handles.

package vm

import (
	"slices"

	"github.com/dop251/goja"
)

// Settle takes the error that settling a promise returned. An error stops the VM.
func (vm *VM) Settle(err error) {
	if err != nil {
		vm.Fail(vm.ScriptError(err))
	}
}

// WhenSettled calls resolved or rejected when a promise is settled. If promise is not an object, it
// calls resolved at once.
func (vm *VM) WhenSettled(promise goja.Value, resolved func(goja.Value), rejected func(error)) {
	o, ok := promise.(*goja.Object)
	if !ok {
		resolved(promise)
		return
	}
	settled := false // a thenable of a script may call both, and several times
	vm.CallMethod(o, "then", vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if !settled {
			settled = true
			resolved(call.Argument(0))
		}
		return goja.Undefined()
	}), vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if !settled {
			settled = true
			rejected(vm.Thrown(call.Argument(0)))
		}
		return goja.Undefined()
	}))
}

// rejections has the rejected promises that nobody has handled so far.
type rejections struct{ rejected []*goja.Promise }

// trackRejection adds a rejected promise, or removes one that is handled now.
func (vm *VM) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionReject {
		vm.rejected = append(vm.rejected, p)
	} else if !vm.forget(p) && vm.hooks.Events != nil {
		vm.hooks.Events.HandledLate(p)
	}
}

// forget removes a promise, and reports whether it was there.
func (r *rejections) forget(p *goja.Promise) bool {
	i := slices.Index(r.rejected, p)
	if i >= 0 {
		r.rejected = slices.Delete(r.rejected, i, i+1)
	}
	return i >= 0
}

// afterJob is called after a job and all its promise jobs. A rejection that nobody handles by then
// is an uncaught error.
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

// Handled marks a rejected promise as handled.
func (r *rejections) Handled(p *goja.Promise) { r.forget(p) }

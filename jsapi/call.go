// This file has what task() of the functional API calls: a function as a child
// task of the task that is running.

package jsapi

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// callTask is __hitlrun.callTask(name, fn, args, options): it runs fn(args) as a child task and
// returns a promise of what it returns.
func (vm *VM) callTask(fc goja.FunctionCall) goja.Value {
	t := vm.task()
	if t == nil {
		panic(vm.rt.NewTypeError("Cannot read properties of undefined (reading 'configurable')"))
	}
	if c := vm.scope.config; c != nil && t.Expired(c.try) {
		vm.throw(fmt.Errorf("Node %q attempt was cancelled after its timeout fired", t.Name())) //nolint:staticcheck // LangGraph's words
	}
	promise, resolve, reject := vm.rt.NewPromise()
	c := runtime.ChildCall{Name: value.Text(fc.Argument(0)), Func: vm.function(fc.Argument(1)), Input: fc.Argument(2)}
	if o, ok := fc.Argument(3).(*goja.Object); ok {
		if p, ok := o.Get("retry").(*goja.Object); ok {
			c.Retry = vm.retryPolicy(p)
		}
		c.Cache = vm.cachePolicy(o.Get("cache"))
		c.Timeout = timeoutPolicy(o.Get("timeout"))
		c.Hidden = value.Flag(o, "hidden")
		c.OneAtATime, c.AllAtOnce = value.Flag(o, "oneAtATime"), value.Flag(o, "allAtOnce")
	}
	c.Done = func(v runtime.Value, err error) {
		if err != nil {
			vm.settle(reject(vm.jsError(err)))
			return
		}
		vm.settle(resolve(vm.toJS(v)))
	}
	t.Call(c)
	return vm.rt.ToValue(promise)
}

// functionOutput reads what an entrypoint returned: a value, or one to return and one to save.
func functionOutput(v goja.Value) runtime.Output {
	if v == nil {
		v = goja.Undefined()
	}
	returned, saved := v, v
	if o, ok := v.(*goja.Object); ok && value.Text(o.Get("__lg_type")) == "__pregel_final" {
		returned, saved = value.Property(o, "value"), value.Property(o, "save")
	}
	return runtime.Output{Updates: []runtime.Update{
		{Channel: runtime.EndNode, Value: returned}, {Channel: runtime.PreviousChannel, Value: saved},
	}}
}

// previousState is getPreviousState(): what the entrypoint of the running task saved last time.
func (vm *VM) previousState(goja.FunctionCall) goja.Value {
	t := vm.task()
	if t == nil {
		panic(vm.rt.NewTypeError("Cannot read properties of undefined (reading 'configurable')"))
	}
	return vm.toJS(t.Run().Previous())
}

// Together implements runtime.Host: f is one entry into the VM, through a function
// of lib, since goja runs promise jobs when its last JavaScript function returns.
func (h host) Together(f func()) {
	if h.vm.together == nil {
		f() // a bundle from before there was together
		return
	}
	_, err := h.vm.together(goja.Undefined(), h.vm.rt.ToValue(func(goja.FunctionCall) goja.Value {
		f()
		return goja.Undefined()
	}))
	if err != nil {
		h.vm.fail(h.vm.scriptError(err))
	}
}

// Ticks implements runtime.Host.
func (h host) Ticks(n int, f func()) {
	if h.vm.ticks == nil {
		f() // a bundle from before there were ticks
		return
	}
	_, err := h.vm.ticks(goja.Undefined(), h.vm.rt.ToValue(n), h.vm.rt.ToValue(func(goja.FunctionCall) goja.Value {
		f()
		return goja.Undefined()
	}))
	if err != nil {
		h.vm.fail(h.vm.scriptError(err))
	}
}

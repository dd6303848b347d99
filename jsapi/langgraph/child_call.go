// This file is the Go side of task() and entrypoint() of the functional API.

package langgraph

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// callTask implements __hitlrun.callTask(name, fn, args, options). It runs fn(args) as a child task of
// the running task, and returns a promise of the result of fn.
func (api *API) callTask(fc goja.FunctionCall) goja.Value {
	t := api.task()
	if t == nil {
		panic(api.rt.NewTypeError("Cannot read properties of undefined (reading 'configurable')"))
	}
	if c := api.taskScope().config; c != nil && t.Expired(c.try) {
		api.vm.Throw(fmt.Errorf("Node %q attempt was cancelled after its timeout fired", t.Name())) //nolint:staticcheck // LangGraph's words
	}
	promise, resolve, reject := api.rt.NewPromise()
	c := runtime.ChildCall{Name: api.values.Text(fc.Argument(0)), Func: api.function(fc.Argument(1)), Input: fc.Argument(2)}
	if o, ok := fc.Argument(3).(*goja.Object); ok {
		if p, ok := o.Get("retry").(*goja.Object); ok {
			c.Retry = api.compiler.retryPolicy(p)
		}
		c.Cache = api.cachePolicy(o.Get("cache"))
		c.Timeout = timeoutPolicy(o.Get("timeout"))
		c.Hidden = value.Flag(o, "hidden")
		c.OneAtATime, c.AllAtOnce = value.Flag(o, "oneAtATime"), value.Flag(o, "allAtOnce")
	}
	c.Done = func(v runtime.Value, err error) {
		if err != nil {
			api.vm.Settle(reject(api.vm.ErrorValue(err)))
			return
		}
		api.vm.Settle(resolve(api.toJS(v)))
	}
	t.Call(c)
	return api.rt.ToValue(promise)
}

// functionOutput reads the result of an entrypoint: a value, or the object of entrypoint.final with
// one value to return and one to save.
func functionOutput(v goja.Value) runtime.Output {
	if v == nil {
		v = goja.Undefined()
	}
	returned, saved := v, v
	if o, ok := v.(*goja.Object); ok && value.Is(o.Get("__lg_type"), "__pregel_final") {
		returned, saved = value.Property(o, "value"), value.Property(o, "save")
	}
	return runtime.Output{Updates: []runtime.Update{
		{Channel: runtime.EndNode, Value: returned}, {Channel: runtime.PreviousChannel, Value: saved},
	}}
}

// previousState implements getPreviousState(). It returns the value that the entrypoint of the running
// task saved in its last run.
func (api *API) previousState(goja.FunctionCall) goja.Value {
	t := api.task()
	if t == nil {
		panic(api.rt.NewTypeError("Cannot read properties of undefined (reading 'configurable')"))
	}
	return api.toJS(t.Run().Previous())
}

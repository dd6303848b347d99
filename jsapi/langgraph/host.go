// This file implements runtime.Host for the graphs of a script: it calls the functions of the script.

package langgraph

import (
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// host is the runtime.Host of a VM.
type host struct{ api *API }

// function is a function of the script in a graph: of a node, an edge, a reducer and so on.
type function struct {
	call  goja.Callable
	value goja.Value
	joins bool // whether it is a reducer that joins two lists; see joins
}

// Start implements runtime.Host. All calls are made in one entry into the VM,
// so that every task has started before any promise job runs.
func (h host) Start(calls []*runtime.Call) {
	if calls[0].Task.Run().Options().Traced {
		if calls = h.traced(calls); len(calls) == 0 {
			return
		}
	}
	if len(calls) == 1 && !calls[0].Counted {
		h.startOne(calls[0])
		return
	}
	api := h.api
	fns, inputs, configs := make([]any, len(calls)), make([]any, len(calls)), make([]any, len(calls))
	scopes := make([]*taskScope, len(calls))
	for i, c := range calls {
		scopes[i] = api.newScope(c.Task)
		fns[i], inputs[i], configs[i] = c.Func.(*function).value, api.inputOf(c), scopes[i].config.object
	}
	current := int64(-1)
	enter := func(call goja.FunctionCall) goja.Value {
		if current = call.Argument(0).ToInteger(); current >= 0 { // a negative number means that all have started
			api.vm.SetScope(&scopes[current].Scope)
		}
		return goja.Undefined()
	}
	settled := func(call goja.FunctionCall) goja.Value {
		i := call.Argument(0).ToInteger()
		c := calls[i]
		if c.AtOnce = i == current; c.AtOnce {
			c.Async = call.Argument(2).ToBoolean()
		} else {
			c.Waited = max(0, int(call.Argument(2).ToInteger())-2) // any promise takes two jobs
		}
		h.returned(c, call.Argument(1))
		return goja.Undefined()
	}
	failed := func(call goja.FunctionCall) goja.Value {
		c := calls[call.Argument(0).ToInteger()]
		api.vm.In(&api.newScope(c.Task).Scope, func() { h.threw(c, call.Argument(1)) })
		return goja.Undefined()
	}
	_, err := api.vm.Registered("startAll")(goja.Undefined(), api.rt.NewArray(fns...), api.rt.NewArray(inputs...), api.rt.NewArray(configs...),
		api.rt.ToValue(enter), api.rt.ToValue(settled), api.rt.ToValue(failed), api.rt.ToValue(api.fulfilled))
	api.vm.SetScope(nil)
	if err != nil {
		api.vm.Fail(api.vm.ScriptError(err))
	}
}

// fulfilled returns a list with the value of a fulfilled promise, and undefined for any other value.
func (api *API) fulfilled(call goja.FunctionCall) goja.Value {
	if o, ok := call.Argument(0).(*goja.Object); ok {
		if p, ok := value.Sealed[*goja.Promise](o); ok && p.State() == goja.PromiseStateFulfilled {
			return api.rt.NewArray(p.Result())
		}
	}
	return goja.Undefined()
}

// startOne makes a single call without the function startAll of lib. It only waits for a promise if the
// function returns one.
func (h host) startOne(c *runtime.Call) {
	api := h.api
	s := api.newScope(c.Task)
	api.vm.SetScope(&s.Scope)
	v, err := c.Func.(*function).call(goja.Undefined(), api.inputOf(c), s.config.object)
	api.vm.SetScope(&s.Scope)
	defer api.vm.SetScope(nil)
	if err != nil {
		if ex := new(goja.Exception); c.Branch != nil && errors.As(err, &ex) {
			api.warnOfEdge(ex.Value())
		}
		err = api.vm.ScriptError(err)
		if api.vm.Err() == nil {
			c.Done(runtime.Output{}, err)
		}
		return
	}
	o, ok := v.(*goja.Object)
	if !ok {
		h.returned(c, v)
		return
	}
	if p, ok := value.Sealed[*goja.Promise](o); ok {
		switch p.State() {
		case goja.PromiseStateFulfilled:
			h.returned(c, p.Result())
			return
		case goja.PromiseStateRejected:
			api.vm.Handled(p)
			h.threw(c, p.Result())
			return
		}
	}
	var method goja.Value
	if ex := api.rt.Try(func() { method = o.Get("then") }); ex != nil {
		err := api.vm.ScriptError(ex)
		if api.vm.Err() == nil {
			c.Done(runtime.Output{}, err)
		}
		return
	}
	then, ok := goja.AssertFunction(method)
	if !ok {
		h.returned(c, v)
		return
	}
	settled := api.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		h.returned(c, call.Argument(0))
		return goja.Undefined()
	})
	failed := api.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		api.vm.In(&s.Scope, func() { h.threw(c, call.Argument(0)) })
		return goja.Undefined()
	})
	if whenSettled := api.vm.Registered("whenSettled"); whenSettled != nil {
		_, err = whenSettled(goja.Undefined(), o, method, settled, failed)
	} else {
		_, err = then(o, settled, failed) // a stored bundle that is older than this function
	}
	if err != nil {
		c.Done(runtime.Output{}, api.vm.ScriptError(err))
	}
}

// threw passes the value that a function threw to the engine.
func (h host) threw(c *runtime.Call, v goja.Value) {
	if c.Branch != nil {
		h.api.warnOfEdge(v)
	}
	c.Done(runtime.Output{}, h.api.vm.Thrown(v))
}

// warnOfEdge prints a warning if the value that a conditional edge threw is a NodeInterrupt.
func (api *API) warnOfEdge(v goja.Value) {
	if o, ok := v.(*goja.Object); ok && value.Is(o.Get("name"), "NodeInterrupt") {
		api.o.Warn("[WARN]: 'NodeInterrupt' thrown in conditional edge. This is likely a bug in your graph implementation.")
		api.o.Warn("NodeInterrupt should only be thrown inside a node, not in edge conditions.")
	}
}

// inputOf returns the input of a call. If the input of a Send is a Command that was loaded from a
// checkpoint as a plain object, inputOf makes it a Command again.
func (api *API) inputOf(c *runtime.Call) goja.Value {
	v := api.toJS(c.Input)
	if !c.Task.Sent() || !api.vm.HasClass("Command") {
		return v
	}
	if o, ok := isNamed(v, "Command"); ok && api.values.IsPlain(o) {
		return api.vm.Construct("Command", o)
	}
	return v
}

// returned reads the value that the function of a call returned, and passes it to the engine.
func (h host) returned(c *runtime.Call, v goja.Value) {
	api := h.api
	var out runtime.Output
	var err error
	if ex := api.rt.Try(func() {
		if c.Branch != nil {
			out = api.outputs.route(v)
		} else if c.Task.Child() {
			out.Value = v
		} else {
			out, err = api.outputs.output(c.Task.Run().Graph(), c.Task.Name(), v)
		}
	}); ex != nil {
		err = api.vm.ScriptError(ex)
	}
	c.Done(out, err)
}

// Defer implements runtime.Host.
func (h host) Defer(f func()) { h.api.vm.Loop().Post(f) }

// After implements runtime.Host.
func (h host) After(d time.Duration, f func()) (cancel func()) {
	return h.api.vm.Loop().After(d, f).Cancel
}

// Warn implements runtime.Host.
func (h host) Warn(message string) { h.api.o.Warn(message) }

// Hear implements runtime.Host.
func (h host) Hear() { guard.Hear(h.api.rt) }

// fiberHost is the host of runs whose checkpointer is written in JavaScript. It runs the engine in
// fibers, since the engine may have to wait for the checkpointer.
type fiberHost struct{ host }

// Defer implements runtime.Host.
func (h fiberHost) Defer(f func()) {
	h.api.vm.Loop().Post(func() { h.api.vm.StartFiber(f) })
}

// Together implements runtime.Host. It calls f through a function of lib, so that f is one entry into
// the VM: goja only runs promise jobs when the outermost JavaScript function returns.
func (h host) Together(f func()) {
	together := h.api.vm.Registered("together")
	if together == nil {
		f() // a stored bundle that is older than this function
		return
	}
	_, err := together(goja.Undefined(), h.api.rt.ToValue(func(goja.FunctionCall) goja.Value {
		f()
		return goja.Undefined()
	}))
	if err != nil {
		h.api.vm.Fail(h.api.vm.ScriptError(err))
	}
}

// Ticks implements runtime.Host.
func (h host) Ticks(n int, f func()) {
	ticks := h.api.vm.Registered("ticks")
	if ticks == nil {
		f() // a stored bundle that is older than this function
		return
	}
	_, err := ticks(goja.Undefined(), h.api.rt.ToValue(n), h.api.rt.ToValue(func(goja.FunctionCall) goja.Value {
		f()
		return goja.Undefined()
	}))
	if err != nil {
		h.api.vm.Fail(h.api.vm.ScriptError(err))
	}
}

// function returns v as a function, or nil if v is not a function.
func (api *API) function(v goja.Value) *function {
	call, ok := goja.AssertFunction(v)
	if !ok {
		return nil
	}
	return &function{call: call, value: v}
}

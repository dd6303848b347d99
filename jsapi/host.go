// This file makes a VM the runtime.Host of the graphs of its script.

package jsapi

import (
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// host is the runtime.Host of a VM.
type host struct{ vm *VM }

// function is what a graph has as a function of the script.
type function struct {
	call  goja.Callable
	value goja.Value
	joins bool // of a reducer: see joins
}

// Start implements runtime.Host. All calls are made in one entry into the VM,
// so that every task has started before any promise job runs.
func (h host) Start(calls []*runtime.Call) {
	if calls[0].Task.Run().Options().Traced {
		if calls = h.traced(calls); len(calls) == 0 {
			return
		}
	}
	if len(calls) == 1 {
		h.startOne(calls[0])
		return
	}
	vm := h.vm
	fns, inputs, configs := make([]any, len(calls)), make([]any, len(calls)), make([]any, len(calls))
	scopes := make([]*scope, len(calls))
	for i, c := range calls {
		scopes[i] = vm.newScope(c.Task)
		fns[i], inputs[i], configs[i] = c.Func.(*function).value, vm.inputOf(c), scopes[i].config.object
	}
	current := int64(-1)
	enter := func(call goja.FunctionCall) goja.Value {
		if current = call.Argument(0).ToInteger(); current >= 0 { // else all have started
			vm.scope = scopes[current]
		}
		return goja.Undefined()
	}
	settled := func(call goja.FunctionCall) goja.Value {
		i := call.Argument(0).ToInteger()
		calls[i].AtOnce = i == current
		h.returned(calls[i], call.Argument(1))
		return goja.Undefined()
	}
	failed := func(call goja.FunctionCall) goja.Value {
		c := calls[call.Argument(0).ToInteger()]
		vm.in(vm.newScope(c.Task), func() { h.threw(c, call.Argument(1)) })
		return goja.Undefined()
	}
	_, err := vm.startAll(goja.Undefined(), vm.rt.NewArray(fns...), vm.rt.NewArray(inputs...), vm.rt.NewArray(configs...),
		vm.rt.ToValue(enter), vm.rt.ToValue(settled), vm.rt.ToValue(failed))
	vm.scope = nil
	if err != nil {
		vm.fail(vm.scriptError(err))
	}
}

// startOne makes one call: no promise and no helper, unless the function is asynchronous.
func (h host) startOne(c *runtime.Call) {
	vm := h.vm
	s := vm.newScope(c.Task)
	vm.scope = s
	v, err := c.Func.(*function).call(goja.Undefined(), vm.inputOf(c), s.config.object)
	vm.scope = s
	defer func() { vm.scope = nil }()
	if err != nil {
		if ex := new(goja.Exception); c.Branch != nil && errors.As(err, &ex) {
			vm.warnOfEdge(ex.Value())
		}
		err = vm.scriptError(err)
		if !vm.stopped() {
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
			vm.handled(p)
			h.threw(c, p.Result())
			return
		}
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		h.returned(c, v)
		return
	}
	_, err = then(o, vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		h.returned(c, call.Argument(0))
		return goja.Undefined()
	}), vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		vm.in(s, func() { h.threw(c, call.Argument(0)) })
		return goja.Undefined()
	}))
	if err != nil {
		c.Done(runtime.Output{}, vm.scriptError(err))
	}
}

// threw hands what a function threw to the engine.
func (h host) threw(c *runtime.Call, v goja.Value) {
	if c.Branch != nil {
		h.vm.warnOfEdge(v)
	}
	c.Done(runtime.Output{}, h.vm.thrown(v))
}

// warnOfEdge warns of a NodeInterrupt that a conditional edge threw.
func (vm *VM) warnOfEdge(v goja.Value) {
	if o, ok := v.(*goja.Object); ok && value.Text(o.Get("name")) == "NodeInterrupt" {
		vm.warn("[WARN]: 'NodeInterrupt' thrown in conditional edge. This is likely a bug in your graph implementation.\n" +
			"NodeInterrupt should only be thrown inside a node, not in edge conditions.")
	}
}

// inputOf returns the input of a call. A Command that a Send had comes back from a checkpoint as what it was.
func (vm *VM) inputOf(c *runtime.Call) goja.Value {
	v := vm.toJS(c.Input)
	if !c.Task.Sent() || vm.classes["Command"] == nil {
		return v
	}
	if o, ok := isNamed(v, "Command"); ok && o.Prototype() == vm.objectProto {
		return vm.construct1("Command", o)
	}
	return v
}

// handled takes a rejected promise from those that nobody handles.
func (vm *VM) handled(p *goja.Promise) { vm.trackRejection(p, goja.PromiseRejectionHandle) }

// returned reads what the function of a call returned, and tells the engine.
func (h host) returned(c *runtime.Call, v goja.Value) {
	vm := h.vm
	var out runtime.Output
	var err error
	if ex := vm.rt.Try(func() {
		if c.Branch != nil {
			out = vm.route(v)
		} else if c.Task.Child() {
			out.Value = v
		} else {
			out, err = vm.output(c.Task.Run().Graph(), c.Task.Name(), v)
		}
	}); ex != nil {
		err = vm.scriptError(ex)
	}
	c.Done(out, err)
}

// Reduce implements runtime.Host.
func (h host) Reduce(reducer any, current runtime.Value, updates []runtime.Value) (runtime.Value, error) {
	f, v := reducer.(*function), h.vm.toJS(current)
	if f.joins {
		if all := h.vm.joined(v, updates); all != nil {
			return all, nil
		}
	}
	for _, u := range updates {
		var err error
		if v, err = f.call(goja.Undefined(), v, h.vm.toJS(u)); err != nil {
			return nil, h.vm.scriptError(err)
		}
		if v == nil || goja.IsUndefined(v) {
			return nil, nil
		}
	}
	return v, nil
}

// Default implements runtime.Host.
func (h host) Default(factory any) (runtime.Value, error) {
	v, err := factory.(*function).call(goja.Undefined())
	if err != nil {
		return nil, h.vm.scriptError(err)
	}
	if v == nil || goja.IsUndefined(v) {
		return nil, nil
	}
	return v, nil
}

// Dump implements runtime.Host.
func (h host) Dump(v runtime.Value) (checkpoint.Blob, error) {
	return h.vm.values.Dump(h.vm.toJS(v), false)
}

// Load implements runtime.Host.
func (h host) Load(b checkpoint.Blob) (runtime.Value, error) {
	v, err := h.vm.values.Load(b)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Recall implements runtime.Host.
func (h host) Recall(known any, b checkpoint.Blob) (v runtime.Value, remembered any, err error) {
	js, remembered, err := h.vm.values.Recall(known, b)
	if err != nil {
		return nil, nil, err
	}
	return js, remembered, nil
}

// DumpSince implements runtime.Host.
func (h host) DumpSince(kept runtime.Kept, v runtime.Value) (b checkpoint.Blob, grew bool, err error) {
	before, _ := kept.Value.(goja.Value)
	return h.vm.values.DumpSince(before, kept.Mark, h.vm.toJS(v))
}

// Mark implements runtime.Host.
func (h host) Mark(v runtime.Value) uint64 {
	js, _ := v.(goja.Value)
	return h.vm.values.Mark(js)
}

// Defer implements runtime.Host.
func (h host) Defer(f func()) { h.vm.loop.Post(f) }

// After implements runtime.Host.
func (h host) After(d time.Duration, f func()) (cancel func()) {
	return h.vm.loop.After(d, f).Cancel
}

// Warn implements runtime.Host.
func (h host) Warn(message string) { h.vm.warn(message) }

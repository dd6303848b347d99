// This file starts runs: graph.invoke and graph.stream.

package langgraph

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/runtime"
)

// modes are the stream modes by name.
var modes = map[string]runtime.Mode{
	"values": runtime.ModeValues, "updates": runtime.ModeUpdates, "custom": runtime.ModeCustom,
	"messages": runtime.ModeMessages, "tools": runtime.ModeTools, "debug": runtime.ModeDebug, "tasks": runtime.ModeTasks,
	"checkpoints": runtime.ModeCheckpoints,
}

// call is one call of invoke or stream of a graph.
type call struct {
	g       *Graph
	input   goja.Value
	options *goja.Object // may be nil
	o       runtime.Options
	frames  []goja.StackFrame       // the stack of the call
	run     *runtime.Run            // nil until the run has started
	stop    context.CancelCauseFunc // cancels a stream; nil for other calls
	driven  *driven                 // the run for a Go program; nil for a call of the script
}

// invoke implements graph.invoke(input, options).
func (api *API) invoke(fc goja.FunctionCall) goja.Value {
	promise, resolve, reject := api.rt.NewPromise()
	c, err := api.newCall(fc)
	if err != nil {
		api.vm.Settle(reject(api.vm.ErrorValue(err)))
		return api.rt.ToValue(promise)
	}
	c.o.Done = func(res runtime.Result) {
		if res.Err != nil {
			api.vm.Settle(reject(c.error(res.Err)))
			return
		}
		var out goja.Value
		if ex := api.rt.Try(func() { out = c.result(res) }); ex != nil { // a getter of the state
			api.vm.Settle(reject(ex.Value()))
			return
		}
		api.vm.Settle(resolve(out))
	}
	if err := c.start(); err != nil {
		api.vm.Settle(reject(api.vm.ErrorValue(err)))
	}
	return api.rt.ToValue(promise)
}

// error returns the error value that the script sees for err. An error that no script threw gets the
// stack of the call.
func (c *call) error(err error) goja.Value {
	api := c.g.api
	v := api.vm.ErrorValue(err)
	var se *vm.ScriptError
	if o, ok := v.(*goja.Object); ok && !errors.As(err, &se) {
		api.vm.SetStack(o, c.frames)
	}
	return v
}

// result returns the value of invoke: the output. If the run asks, it is an object with the fields of the output and the
// questions in __interrupt__, unless the output is a text or a number.
func (c *call) result(res runtime.Result) goja.Value {
	api := c.g.api
	values := api.toJS(res.Values)
	if len(res.Interrupts) == 0 && !res.Interrupted || api.legacy() {
		return values
	}
	list := make([]goja.Value, len(res.Interrupts))
	for i, in := range res.Interrupts {
		list[i] = api.interruptObject(in)
	}
	object, _ := values.(*goja.Object)
	if kind := value.TypeOf(values); kind != "object" && kind != "undefined" {
		return values
	}
	out := api.rt.NewObject()
	value.CopyFields(out, object)
	_ = out.Set("__interrupt__", api.values.Array(list))
	return out
}

// newCall reads the arguments of invoke or stream: the graph, the input and the options.
func (api *API) newCall(fc goja.FunctionCall) (c *call, err error) {
	c = &call{g: api.graphOf(fc.Argument(0)), input: fc.Argument(1)}
	if err := c.g.refresh(); err != nil {
		return c, err
	}
	c.options, _ = fc.Argument(2).(*goja.Object)
	c.driven = drivenIn(c.options)
	c.frames = api.rt.CaptureCallStack(10, nil)
	if ex := api.rt.Try(func() { err = c.readOptions() }); ex != nil {
		err = api.vm.ScriptError(ex)
	}
	return c, err
}

// start starts the run.
func (c *call) start() (err error) {
	api := c.g.api
	if d := c.driven; d != nil {
		if d.taken {
			return errTaken
		}
		d.taken = true
		defer func() { d.taken = err == nil }()
		d.take(c)
	}
	ctx, err := c.context()
	if err != nil {
		return err
	}
	var command *runtime.Command
	var input runtime.Value
	if o, ok := isNamed(c.input, "Command"); ok {
		if command, err = api.outputs.command(o); err != nil {
			return err
		}
	} else if c.input != nil && !goja.IsUndefined(c.input) && !goja.IsNull(c.input) {
		input = c.input
	}
	if c.driven != nil {
		command = c.driven.answer(command)
	}
	if err := api.ledger.Flush(); err != nil {
		return err
	}
	run := func() {
		if c.driven != nil {
			if c.driven.over {
				return
			}
			c.driven.begun = true
		}
		api.savers.settleFirst(&c.o)
		c.run = c.g.graph.Start(ctx, api.savers.hostFor(c.o.Saver), input, command, c.o)
	}
	if callbacks := c.callbacks(); callbacks != nil || c.o.Modes&(runtime.ModeMessages|runtime.ModeTools) != 0 {
		return c.trace(callbacks, run)
	}
	run()
	return nil
}

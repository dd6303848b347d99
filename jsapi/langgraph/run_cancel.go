// This file cancels runs: by the signal or the timeout of a call, or when the task that contains the
// run ends.

package langgraph

import (
	"context"

	"github.com/dop251/goja"
)

// readStepTimeout reads stepTimeout, which scripts set on a compiled graph, in milliseconds.
func (c *call) readStepTimeout() {
	if c.g.object == nil {
		return
	}
	if v := c.g.object.Get("stepTimeout"); v != nil && !goja.IsUndefined(v) {
		c.o.StepTimeout = milliseconds(v)
	}
}

// context returns the context of a run. It ends with the VM, with the task that contains the run, when
// the signal is aborted, or when the timeout of the call expires.
func (c *call) context() (context.Context, error) {
	api := c.api()
	ctx := api.vm.Context()
	if c.driven != nil {
		ctx = c.driven.ctx
	}
	if p := c.o.Parent; p != nil {
		inner, cancel := context.WithCancelCause(ctx)
		p.OnAbort(func(err error) {
			cancel(err)
			c.cancelled()
		})
		ctx = inner
	}
	if c.o.Emit != nil {
		ctx, c.stop = context.WithCancelCause(ctx)
	}
	if signal, ok := c.option("signal").(*goja.Object); ok {
		var err error
		if ctx, err = c.signalContext(ctx, signal); err != nil {
			return nil, err
		}
	}
	timeout := c.option("timeout")
	if timeout == nil || timeout.ToFloat() <= 0 {
		return ctx, nil
	}
	make, ok := goja.AssertFunction(api.rt.Get("AbortSignal").ToObject(api.rt).Get("timeout"))
	if !ok {
		return ctx, nil
	}
	signal, err := make(api.rt.Get("AbortSignal"), timeout)
	if err != nil {
		return nil, api.vm.ScriptError(err)
	}
	return c.signalContext(ctx, signal.ToObject(api.rt))
}

// signalContext returns a context that ends when signal is aborted.
func (c *call) signalContext(parent context.Context, signal *goja.Object) (context.Context, error) {
	ctx, cancel := context.WithCancelCause(parent)
	abort := func(goja.FunctionCall) goja.Value {
		cancel(c.api().vm.Thrown(signal.Get("reason")))
		c.cancelled()
		return goja.Undefined()
	}
	if aborted := signal.Get("aborted"); aborted != nil && aborted.ToBoolean() {
		abort(goja.FunctionCall{})
		return ctx, nil
	}
	listen, ok := goja.AssertFunction(signal.Get("addEventListener"))
	if !ok {
		return ctx, nil
	}
	rt := c.api().rt
	_, err := listen(signal, rt.ToValue("abort"), rt.ToValue(abort))
	return ctx, err
}

// cancel stops the run of a stream.
func (c *call) cancel(reason goja.Value) {
	if c.stop != nil {
		c.stop(c.g.api.vm.Thrown(reason))
		c.cancelled()
	}
}

// cancelled notifies the run that its context has ended, so that it need not wait for the context.
func (c *call) cancelled() {
	if c.run != nil {
		c.run.Cancelled()
	}
}

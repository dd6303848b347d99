// This file has what surrounds a running node besides its input: the signal that
// tells it to stop, run control, execution info, the heartbeat.

package jsapi

import (
	"context"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// control is the RunControl of a run and of those inside of it. It is made when
// a node first asks for it.
type control struct{ object *goja.Object }

// readControl finds the RunControl of a run.
func (c *call) readControl(rc *runConfig) {
	if given, ok := c.option("control").(*goja.Object); ok && c.options != nil && c.vm().explicit(c.options) {
		rc.control = &control{given}
	}
	if rc.control == nil {
		rc.control = &control{}
	}
	box := rc.control
	c.o.Drain = func() (string, bool) {
		if box.object == nil {
			return "", false
		}
		requested := box.object.Get("drainRequested")
		if requested == nil || !requested.ToBoolean() {
			return "", false
		}
		return value.Text(box.object.Get("drainReason")), true
	}
}

func (c *call) vm() *VM { return c.g.vm }

// readStepTimeout reads stepTimeout, which scripts set on a compiled graph, in milliseconds.
func (c *call) readStepTimeout() {
	if c.g.object == nil {
		return
	}
	if v := c.g.object.Get("stepTimeout"); v != nil && !goja.IsUndefined(v) {
		c.o.StepTimeout = milliseconds(v)
	}
}

func milliseconds(v goja.Value) time.Duration {
	return time.Duration(v.ToFloat() * float64(time.Millisecond))
}

// timeoutPolicy reads a timeout as lib/langgraph/node_options.ts hands it on.
func timeoutPolicy(v goja.Value) *runtime.TimeoutPolicy {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	ms := func(name string) time.Duration {
		if v := o.Get(name); v != nil && !goja.IsUndefined(v) {
			return milliseconds(v)
		}
		return 0
	}
	return &runtime.TimeoutPolicy{Run: ms("runTimeout"), Idle: ms("idleTimeout"), HeartbeatOnly: value.Text(o.Get("refreshOn")) == "heartbeat"}
}

// context returns the context of a run: it ends with the VM, with the task around it, when the signal is
// aborted, when the timeout of the call is over.
func (c *call) context() (context.Context, error) {
	vm := c.vm()
	ctx := vm.ctx
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
	make, ok := goja.AssertFunction(vm.rt.Get("AbortSignal").ToObject(vm.rt).Get("timeout"))
	if !ok {
		return ctx, nil
	}
	signal, err := make(vm.rt.Get("AbortSignal"), timeout)
	if err != nil {
		return nil, vm.scriptError(err)
	}
	return c.signalContext(ctx, signal.ToObject(vm.rt))
}

// signalContext returns a context that ends when signal is aborted.
func (c *call) signalContext(parent context.Context, signal *goja.Object) (context.Context, error) {
	ctx, cancel := context.WithCancelCause(parent)
	abort := func(goja.FunctionCall) goja.Value {
		cancel(c.vm().thrown(signal.Get("reason")))
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
	rt := c.vm().rt
	_, err := listen(signal, rt.ToValue("abort"), rt.ToValue(abort))
	return ctx, err
}

// cancelled tells the run at once that its context ended.
func (c *call) cancelled() {
	if c.run != nil {
		c.run.Cancelled()
	}
}

// makeRuntime makes a property of a config.
func (c *taskConfig) makeRuntime(key string) goja.Value {
	vm := c.vm
	switch key {
	case "signal":
		return c.signal()
	case "control":
		if c.run.control == nil {
			return nil
		}
		if c.run.control.object == nil {
			c.run.control.object = vm.construct1("RunControl")
		}
		return c.run.control.object
	case "executionInfo":
		return c.executionInfo()
	case "serverInfo":
		return c.serverInfo()
	}
	if c.task.Timeout() == nil {
		return nil
	}
	return vm.nativeFunction("heartbeat", func(goja.FunctionCall) goja.Value {
		c.task.Heartbeat()
		return goja.Undefined()
	})
}

// signal makes the AbortSignal of an attempt to run the task.
func (c *taskConfig) signal() goja.Value {
	vm := c.vm
	controller := vm.construct1("AbortController")
	abort, _ := goja.AssertFunction(controller.Get("abort"))
	c.task.OnAbort(func(err error) {
		var args []goja.Value
		if err != nil {
			args = append(args, vm.jsError(err))
		}
		if _, err := abort(controller, args...); err != nil {
			vm.fail(vm.scriptError(err))
		}
	})
	return controller.Get("signal")
}

func (c *taskConfig) executionInfo() goja.Value {
	t := c.task
	o := c.vm.rt.NewObject()
	_ = o.Set("checkpointId", t.Run().CheckpointID())
	_ = o.Set("checkpointNs", t.NS())
	_ = o.Set("taskId", t.ID())
	_ = o.Set("threadId", goja.Undefined())
	if id := t.Run().Options().ThreadID; id != "" {
		_ = o.Set("threadId", id)
	}
	_ = o.Set("runId", goja.Undefined())
	_ = o.Set("nodeAttempt", c.try)
	_ = o.Set("nodeFirstAttemptTime", t.Began().UnixMilli())
	return o
}

// serverInfo is what a server puts into the configurable or the metadata.
func (c *taskConfig) serverInfo() goja.Value {
	get := func(name string) goja.Value {
		for _, from := range []*goja.Object{c.run.configurable, c.run.metadata} {
			if from == nil {
				continue
			}
			if v := from.Get(name); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
				return v
			}
		}
		return nil
	}
	assistant, graph := get("assistant_id"), get("graph_id")
	user := goja.Undefined()
	if c.run.configurable != nil {
		if o, ok := c.run.configurable.Get("langgraph_auth_user").(*goja.Object); ok && o.Get("identity") != nil {
			user = o
		}
	}
	if assistant == nil && graph == nil && goja.IsUndefined(user) {
		return nil
	}
	o := c.vm.rt.NewObject()
	_ = o.Set("assistantId", value.Text(assistant))
	_ = o.Set("graphId", value.Text(graph))
	_ = o.Set("user", user)
	return o
}

// nodeError is what the function of an error handler gets: the NodeError of the task it stands in for.
func (vm *VM) nodeError(goja.FunctionCall) goja.Value {
	t := vm.task()
	if t == nil {
		return goja.Undefined()
	}
	failed, err := t.Failure()
	if failed == nil {
		return goja.Undefined()
	}
	return vm.construct1("NodeError", vm.rt.ToValue(failed.Name()), vm.jsError(err))
}

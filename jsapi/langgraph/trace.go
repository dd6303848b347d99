// This file calls the callbacks of a run. A run without callbacks has no cost for it.

package langgraph

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// tracing calls the callbacks of a run.
type tracing struct {
	api    *API
	module *goja.Object // the exports of lazy/trace.ts
	run    *goja.Object // the callback manager of the graph's run
}

// tracedTask is a task whose callbacks are called.
type tracedTask struct {
	run       *goja.Object // the callback manager of the node's run
	id        string       // the id of the node's run
	callbacks goja.Value   // the callbacks for runs inside the node; nil until they are read
	value     goja.Value   // the value that the node returned
}

// callbacks returns the callbacks of the run: those of withConfig, and those of the call or else of the
// calling code.
func (c *call) callbacks() []goja.Value {
	of := func(o *goja.Object) goja.Value {
		if o == nil {
			return nil
		}
		v := o.Get("callbacks")
		if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
			return nil
		}
		return v
	}
	own := of(c.options)
	if s := c.g.api.taskScope(); own == nil && s != nil && s.config != nil {
		own = of(s.config.object)
	}
	var list []goja.Value
	if v := of(c.g.config); v != nil {
		list = append(list, v)
	}
	if own != nil {
		list = append(list, own)
	}
	return list
}

// trace calls the callbacks for the start of the run and then start. At the end of the run it calls the
// callbacks for the end before it reports the result.
func (c *call) trace(callbacks []goja.Value, start func()) error {
	api := c.g.api
	module, err := api.o.Library("lazy/trace.ts")
	if err != nil {
		return err
	}
	t := &tracing{api: api, module: module}
	rc, _ := c.o.Config.(*runConfig)
	ended := c.o.Done
	then := func(run goja.Value) {
		if run, ok := run.(*goja.Object); ok {
			t.run, rc.tracing, c.o.Traced = run, t, true
			c.o.Done = func(res runtime.Result) { t.ended(c.run, res, ended) }
		}
		start()
	}
	api.vm.WhenSettled(api.vm.CallMethod(module, "begin", c.describe(rc, callbacks)), then, func(err error) { ended(runtime.Result{Err: err}) })
	return nil
}

// describe makes the object that describes a new run to its callbacks.
func (c *call) describe(rc *runConfig, callbacks []goja.Value) *goja.Object {
	api := c.g.api
	o := api.rt.NewObject()
	name := rc.name
	if name == "" {
		name = c.g.graph.Name
	}
	_ = o.Set("name", name)
	if id := c.option("runId"); id != nil {
		_ = o.Set("runId", id)
	}
	_ = o.Set("input", c.input)
	_ = o.Set("callbacks", api.values.Array(callbacks))
	_ = o.Set("tags", api.values.Array(rc.tags))
	_ = o.Set("metadata", api.metadataFor(rc, c.o.Parent))
	_ = o.Set("protocol", c.options != nil && value.Text(c.options.Get("version")) == "v3")
	if c.o.Modes&runtime.ModeMessages != 0 {
		api.vm.Hidden(o, "messages", func(call goja.FunctionCall) goja.Value { return c.push(runtime.ModeMessages, call) })
	}
	if c.o.Modes&runtime.ModeTools != 0 {
		api.vm.Hidden(o, "tools", func(call goja.FunctionCall) goja.Value { return c.push(runtime.ModeTools, call) })
	}
	return o
}

// push adds a chunk [namespace, mode, payload] of a callback handler to the stream. A message that a
// node returned comes with the id of the node's run, and is emitted after the writes of the task are
// committed.
func (c *call) push(mode runtime.Mode, call goja.FunctionCall) goja.Value {
	parts := c.g.api.values.Elements(call.Argument(0).ToObject(c.g.api.rt))
	chunk := runtime.Chunk{NS: c.g.api.values.Strings(parts[0]), Mode: mode, Payload: parts[2]}
	emit := func() {
		if c.o.Emit != nil {
			c.o.Emit(chunk)
		}
	}
	api := c.g.api
	if task := api.tracedNodes[value.Text(call.Argument(1))]; task != nil {
		task.WhenStored(emit)
		return goja.Undefined()
	}
	ns := strings.Join(chunk.NS, "|")
	for _, task := range api.tracedNodes {
		if task.NS() == ns {
			task.Now(emit)
			return goja.Undefined()
		}
	}
	emit()
	return goja.Undefined()
}

// ended calls the callbacks for the end of a run, and then calls then.
func (t *tracing) ended(r *runtime.Run, res runtime.Result, then func(runtime.Result)) {
	var value goja.Value
	if res.Err != nil {
		value = t.api.vm.ErrorValue(res.Err)
	} else {
		value = t.api.toJS(r.Output())
	}
	done := func() { then(res) }
	t.api.vm.WhenSettled(t.api.vm.CallMethod(t.module, "end", t.run, t.api.rt.ToValue(res.Err != nil), value),
		func(goja.Value) { done() }, func(error) { done() })
}

// traced returns the calls with functions that also call the callbacks. A call whose function cannot be
// wrapped fails and is left out.
func (h host) traced(calls []*runtime.Call) []*runtime.Call {
	out := make([]*runtime.Call, 0, len(calls))
	for _, c := range calls {
		wrapped := *c
		if ex := h.api.rt.Try(func() { wrapped.Func = h.api.tracedFunc(c) }); ex != nil {
			c.Done(runtime.Output{}, h.api.vm.ScriptError(ex))
			continue
		}
		out = append(out, &wrapped)
	}
	return out
}

func (api *API) tracedFunc(c *runtime.Call) *function {
	t := c.Task.Run().Options().Config.(*runConfig).tracing
	v := goja.Undefined()
	if fn, ok := c.Func.(*function); ok && fn != nil {
		v = fn.value
	}
	if c.Branch != nil {
		name := goja.Undefined()
		if api.legacy() {
			name = api.rt.ToValue(branchName(c.Task.Name(), c.Branch.Labels()))
		}
		return api.function(api.vm.CallMethod(t.module, "branch", v, name))
	}
	return api.function(api.vm.CallMethod(t.module, "node", v, t.node(c.Task)))
}

// branchName returns the name that LangGraph.js 0.2 gives to the run of a conditional edge.
func branchName(source string, labels []string) string {
	text := []rune("Branch<" + strings.Join(append([]string{source}, labels...), ",") + ">")
	return string(text[:min(len(text), 63)])
}

// node makes the object that describes a task to lazy/trace.ts. lazy/trace.ts calls its functions when
// the node's run starts and when it returns.
func (t *tracing) node(task *runtime.Task) *goja.Object {
	api := t.api
	o := api.rt.NewObject()
	_ = o.Set("graph", t.run)
	_ = o.Set("name", task.Name())
	_ = o.Set("step", task.Step())
	_ = o.Set("hidden", task.Name() == runtime.StartNode)
	if api.legacy() {
		_ = o.Set("writes", api.values.StringArray(append([]string{"..."}, task.EdgeChannels()...)))
	}
	tt := &tracedTask{value: goja.Undefined()}
	api.vm.Hidden(o, "started", func(call goja.FunctionCall) goja.Value {
		tt.run = call.Argument(0).ToObject(api.rt)
		tt.id = value.Text(tt.run.Get("runId"))
		if api.tracedNodes == nil {
			api.tracedNodes = map[string]*runtime.Task{}
		}
		api.tracedNodes[tt.id] = task
		task.Listener = tt
		task.Ending = func(err error, done func()) { t.nodeEnded(tt, err, done) }
		promise, resolve, _ := api.rt.NewPromise()
		scope := api.vm.Scope()
		api.vm.Loop().Queue(func() { api.vm.In(scope, func() { api.vm.Settle(resolve(goja.Undefined())) }) })
		return api.rt.ToValue(promise)
	})
	api.vm.Hidden(o, "returned", func(call goja.FunctionCall) goja.Value {
		tt.value = call.Argument(0)
		return goja.Undefined()
	})
	return o
}

// nodeEnded calls the callbacks for the end of a node's run, and then calls then.
func (t *tracing) nodeEnded(tt *tracedTask, err error, then func()) {
	value := tt.value
	if err != nil {
		value = t.api.vm.ErrorValue(err)
	}
	done := func() {
		t.api.vm.Loop().Queue(func() { // handlers that are not awaited run first
			delete(t.api.tracedNodes, tt.id)
			then()
		})
	}
	t.api.vm.WhenSettled(t.api.vm.CallMethod(t.module, "end", tt.run, t.api.rt.ToValue(err != nil), value),
		func(goja.Value) { done() }, func(error) { done() })
}

// tracedCallbacks returns config.callbacks of a task whose callbacks are called, and nil for other
// tasks.
func (c *taskConfig) tracedCallbacks() goja.Value {
	if c.task == nil {
		return nil
	}
	tt, ok := c.task.Listener.(*tracedTask)
	if !ok {
		return nil
	}
	if tt.callbacks == nil {
		tt.callbacks = c.api.vm.CallMethod(tt.run, "getChild")
	}
	return tt.callbacks
}

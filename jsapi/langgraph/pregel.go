// This file adds internals of LangGraph.js to config.configurable, because other packages use them:
// functions that read and write the state while a node runs, and the input of the task.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// addPregel adds the internal properties to a configurable, under the names of LangGraph.js.
func (c *taskConfig) addPregel(o *goja.Object) {
	api, t := c.api, c.task.Shown()
	_ = o.Set("__pregel_read", api.vm.NativeFunction("read", c.read))
	_ = o.Set("__pregel_send", api.vm.NativeFunction("send", c.send))
	pad := api.rt.NewObject()
	_ = pad.Set("callCounter", 0)
	_ = pad.Set("interruptCounter", -1)
	_ = pad.Set("resume", api.rt.NewArray())
	_ = pad.Set("nullResume", goja.Undefined())
	_ = pad.Set("subgraphCounter", 0)
	_ = pad.Set("currentTaskInput", api.toJS(t.Input))
	_ = pad.Set("consumeNullResume", api.vm.NativeFunction("consumeNullResume", func(goja.FunctionCall) goja.Value { return goja.Undefined() }))
	_ = o.Set("__pregel_scratchpad", pad)
}

// read implements __pregel_read(select, fresh). It returns the value of the named channel, or for a
// list of names an object with their values. With fresh, the values include the writes of the task so
// far.
func (c *taskConfig) read(call goja.FunctionCall) goja.Value {
	api := c.api
	v, err := c.writing().State(call.Argument(1).ToBoolean())
	api.vm.Check(err)
	state, isObject := api.toJS(v).(*goja.Object)
	of := func(name string) goja.Value {
		if !isObject {
			return nil
		}
		return state.Get(name)
	}
	names, ok := call.Argument(0).(*goja.Object)
	if !ok {
		if v := of(value.Text(call.Argument(0))); v != nil {
			return v
		}
		return goja.Null()
	}
	out := api.rt.NewObject()
	for _, name := range api.values.Strings(names) {
		if v := of(name); v != nil {
			_ = value.SetField(out, name, v)
		}
	}
	return out
}

// writing returns the task that writes. It is not always the task of the config, since a tool that runs
// as a task of its own has the config of its node.
func (c *taskConfig) writing() *runtime.Task {
	if t := c.api.task(); t != nil && t.Shown() == c.task.Shown() {
		return t
	}
	return c.task
}

// send implements __pregel_send(writes). Each write is a pair of a channel and a value, and is applied
// when the task ends. The value for the channel __pregel_tasks is a Send.
func (c *taskConfig) send(call goja.FunctionCall) goja.Value {
	api := c.api
	list, ok := call.Argument(0).(*goja.Object)
	if !ok || c.task.Expired(c.try) {
		return goja.Undefined()
	}
	t := c.writing()
	for _, item := range api.values.Elements(list) {
		pair := api.values.Elements(item.ToObject(api.rt))
		if len(pair) < 2 {
			continue
		}
		channel := api.values.Text(pair[0])
		if channel != "__pregel_tasks" && channel != "__pregel_push" {
			t.Write(channel, pair[1])
			continue
		}
		s, ok := api.outputs.send(pair[1])
		if !ok {
			api.vm.Throw(&runtime.Error{Name: "InvalidUpdateError", Message: "Invalid packet type, expected SendProtocol, got " + api.values.JSONText(pair[1])})
		}
		api.vm.Check(t.Send(s))
	}
	return goja.Undefined()
}

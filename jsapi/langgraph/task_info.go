// This file makes the config properties about a running node: the abort signal, run control, execution
// info, server info and the heartbeat.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

func (c *call) api() *API { return c.g.api }

// makeRuntime makes one of these properties, or returns nil if the config does not have it.
func (c *taskConfig) makeRuntime(key string) goja.Value {
	api := c.api
	switch key {
	case "signal":
		return c.signal()
	case "control":
		if c.run.control == nil {
			return nil
		}
		if c.run.control.object == nil {
			c.run.control.object = api.vm.Construct("RunControl")
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
	return api.vm.NativeFunction("heartbeat", func(goja.FunctionCall) goja.Value {
		c.task.Heartbeat()
		return goja.Undefined()
	})
}

// signal makes the AbortSignal for an attempt to run the task.
func (c *taskConfig) signal() goja.Value {
	api := c.api
	controller := api.vm.Construct("AbortController")
	abort, _ := goja.AssertFunction(controller.Get("abort"))
	c.task.OnAbort(func(err error) {
		var args []goja.Value
		if err != nil {
			args = append(args, api.vm.ErrorValue(err))
		}
		if _, err := abort(controller, args...); err != nil {
			api.vm.Fail(api.vm.ScriptError(err))
		}
	})
	return controller.Get("signal")
}

func (c *taskConfig) executionInfo() goja.Value {
	t := c.task
	o := c.api.rt.NewObject()
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

// serverInfo makes the object with the ids of assistant and graph and with the user, which a server
// puts into the configurable or the metadata. It returns nil if there is none of them.
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
	o := c.api.rt.NewObject()
	_ = o.Set("assistantId", value.Text(assistant))
	_ = o.Set("graphId", value.Text(graph))
	_ = o.Set("user", user)
	return o
}

// nodeError makes the NodeError that the function of an error handler gets: that of the failed task. It
// returns undefined outside of an error handler.
func (api *API) nodeError(goja.FunctionCall) goja.Value {
	t := api.task()
	if t == nil {
		return goja.Undefined()
	}
	failed, err := t.Failure()
	if failed == nil {
		return goja.Undefined()
	}
	return api.vm.Construct("NodeError", api.rt.ToValue(failed.Name()), api.vm.ErrorValue(err))
}

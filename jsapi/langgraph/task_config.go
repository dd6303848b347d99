// This file makes the config object that a node gets as its second argument and that getConfig()
// returns.

package langgraph

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/runtime"
)

// runConfig is the part of a run's options that all its tasks see in their configs.
type runConfig struct {
	configurable *goja.Object // may be nil
	metadata     *goja.Object // may be nil
	tags         []goja.Value
	limit        int
	control      *control
	name         string     // runName
	writer       goja.Value // the writer that a script gave; nil means that of the engine
	tracing      *tracing   // for runs that have callbacks; nil for others
	stores       *vm.Stores // the stores of the code that started the run
	others       fieldList  // context, signal, store, callbacks and the like
}

// taskConfig is the config object of one task. Its properties are made when they are first read, since
// most nodes read none.
type taskConfig struct {
	api    *API
	task   *runtime.Task
	run    *runConfig
	try    int // the attempt to run the task that the config is for
	object *goja.Object
	props  map[string]goja.Value
	keys   []string // of props, in order; nil until the object was listed or changed
}

// newScope returns the scope in which the function of t runs.
func (api *API) newScope(t *runtime.Task) *taskScope {
	rc, _ := t.Run().Options().Config.(*runConfig)
	if rc == nil {
		rc = &runConfig{}
	}
	c := &taskConfig{api: api, task: t, run: rc, try: t.Attempt()}
	c.object = api.rt.NewDynamicObject(c)
	s := &taskScope{task: t, try: c.try, config: c}
	s.Of, s.Stores = s, rc.stores
	return s
}

// names returns the names of the properties that a new config has, in order.
func (c *taskConfig) names() []string {
	names := []string{"tags", "metadata", "recursionLimit", "configurable", "signal", "writer", "interrupt", "control", "runName", "executionInfo"}
	if c.run.tracing != nil {
		names = []string{"tags", "metadata", "callbacks", "recursionLimit", "configurable", "signal", "writer", "interrupt", "control", "executionInfo"}
	}
	for _, f := range c.run.others.fields {
		names = append(names, f.Name)
	}
	return names
}

// make makes the value of a property, or returns nil if the config does not have it.
func (c *taskConfig) make(key string) goja.Value {
	api := c.api
	switch key {
	case "tags":
		return api.values.Array(c.run.tags)
	case "recursionLimit":
		return api.rt.ToValue(c.run.limit)
	case "configurable":
		return c.configurable()
	case "metadata":
		return c.metadata()
	case "callbacks":
		return c.tracedCallbacks()
	case "runName": // with callbacks, a node's run has its name already, and what runs in the node has names of its own
		if c.run.tracing != nil {
			return nil
		}
		return api.rt.ToValue(c.task.Shown().Name())
	case "writer":
		if c.run.writer != nil {
			return c.run.writer
		}
		return api.vm.NativeFunction("writer", func(call goja.FunctionCall) goja.Value {
			if !c.task.Expired(c.try) {
				c.task.Custom(call.Argument(0))
			}
			return goja.Undefined()
		})
	case "interrupt":
		return api.vm.NativeFunction("interrupt", api.interrupt)
	case "signal", "control", "executionInfo", "serverInfo", "heartbeat":
		return c.makeRuntime(key)
	}
	i, ok := c.run.others.index[key]
	if !ok {
		return nil
	}
	v := c.run.others.fields[i].Value
	if s, ok := v.(*programStore); ok {
		return api.stores.object(s)
	}
	return api.toJS(v)
}

func (c *taskConfig) configurable() goja.Value {
	o := c.api.rt.NewObject()
	value.CopyFields(o, c.run.configurable)
	t := c.task.Shown()
	_ = o.Set("checkpoint_ns", t.NS())
	_ = o.Set("checkpoint_id", goja.Undefined())
	_ = o.Set("checkpoint_map", c.api.records.parentsObject(t.Run().Around()))
	_ = o.Set("__pregel_task_id", t.ID())
	c.addPregel(o)
	return o
}

func (c *taskConfig) metadata() goja.Value {
	o := c.api.runMetadata(c.task.Run())
	for key, v := range c.api.taskMetadata(c.task) {
		_ = o.Set(key, v)
	}
	value.CopyFields(o, nodeMetadata(c.task))
	return o
}

// taskMetadata returns the metadata fields that describe a task, in order, for configs and message
// chunks.
func (api *API) taskMetadata(t *runtime.Task) func(func(string, any) bool) {
	return func(yield func(string, any) bool) {
		t := t.Shown()
		triggers := t.Triggers()
		list := make([]any, len(triggers))
		for i, name := range triggers {
			list[i] = name
		}
		_ = yield("langgraph_step", t.Step()) &&
			yield("langgraph_node", t.Name()) &&
			yield("langgraph_triggers", api.rt.NewArray(list...)) &&
			yield("langgraph_path", api.records.taskPath(t.Path())) &&
			yield("langgraph_checkpoint_ns", t.NS()) &&
			(!api.legacy() || t.Told() == nil || yield("__pregel_resuming", t.Told().Resuming)) &&
			(!api.legacy() || yield("__pregel_task_id", t.ID())) &&
			yield("checkpoint_ns", t.NS())
	}
}

// Get implements goja.DynamicObject.
func (c *taskConfig) Get(key string) goja.Value {
	if v, ok := c.props[key]; ok {
		return v
	}
	if c.keys != nil {
		return nil
	}
	v := c.make(key)
	if v != nil {
		c.store(key, v)
	}
	return v
}

func (c *taskConfig) store(key string, v goja.Value) {
	if c.props == nil {
		c.props = map[string]goja.Value{}
	}
	c.props[key] = v
}

// settle makes all properties that have not been made yet.
func (c *taskConfig) settle() {
	if c.keys != nil {
		return
	}
	names := c.names()
	for _, key := range names {
		c.Get(key)
	}
	c.keys = names
}

// Set implements goja.DynamicObject.
func (c *taskConfig) Set(key string, v goja.Value) bool {
	c.settle()
	if _, ok := c.props[key]; !ok {
		c.keys = append(c.keys, key)
	}
	c.props[key] = v
	return true
}

// Has implements goja.DynamicObject.
func (c *taskConfig) Has(key string) bool { return c.Get(key) != nil }

// Delete implements goja.DynamicObject.
func (c *taskConfig) Delete(key string) bool {
	c.settle()
	delete(c.props, key)
	for i, k := range c.keys {
		if k == key {
			c.keys = append(c.keys[:i:i], c.keys[i+1:]...)
		}
	}
	return true
}

// Keys implements goja.DynamicObject.
func (c *taskConfig) Keys() []string {
	c.settle()
	return c.keys
}

// currentConfig implements getConfig().
func (api *API) currentConfig(goja.FunctionCall) goja.Value {
	s := api.taskScope()
	if s == nil || s.config == nil {
		return goja.Undefined()
	}
	return s.config.object
}

// runWithConfig implements runWithConfig(config, fn): config is the current config of fn and of all code
// that fn starts.
func (api *API) runWithConfig(call goja.FunctionCall) goja.Value {
	object, _ := call.Argument(0).(*goja.Object)
	fn, ok := goja.AssertFunction(call.Argument(1))
	if !ok || object == nil {
		api.vm.Throw(errors.New("runWithConfig takes a config and a function"))
	}
	inner := api.innerScope()
	inner.config, inner.ambient = &taskConfig{api: api, task: inner.task, object: object}, nil
	var v goja.Value
	api.vm.In(&inner.Scope, func() {
		var err error
		v, err = fn(goja.Undefined())
		api.vm.Check(err)
	})
	return v
}

// taskInput implements getCurrentTaskInput().
func (api *API) taskInput(goja.FunctionCall) goja.Value {
	t := api.task()
	if t == nil {
		return goja.Undefined()
	}
	return api.toJS(t.Shown().Input)
}

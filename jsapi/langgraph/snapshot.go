// This file makes the StateSnapshot objects that getState and getStateHistory return.

package langgraph

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// snapshotObject makes a StateSnapshot object. config is the config of the request.
func (states *states) snapshotObject(t target, s *runtime.StateSnapshot, config goja.Value) *goja.Object {
	o := states.rt.NewObject()
	if s.LoadValues != nil {
		states.lazyField(o, "values", s.LoadValues)
	} else {
		_ = o.Set("values", states.api.toJS(s.Values))
	}
	next := states.rt.NewArray()
	for i, name := range s.Next {
		_ = next.Set(strconv.Itoa(i), name)
	}
	_ = o.Set("next", next)
	tasks := make([]goja.Value, len(s.Tasks))
	for i := range s.Tasks {
		tasks[i] = states.taskObject(t, &s.Tasks[i])
	}
	if s.Metadata == nil {
		_ = o.Set("config", config)
		_ = o.Set("tasks", states.values.Array(tasks))
		return o
	}
	_ = o.Set("tasks", states.values.Array(tasks))
	_ = o.Set("metadata", states.api.records.metadataObject(s.Key, s.Metadata))
	_ = o.Set("config", states.snapshotConfig(t, s, config))
	_ = o.Set("createdAt", runtime.ISOTime(s.CreatedAt))
	parent := goja.Undefined()
	if s.ParentID != "" {
		parent = states.api.records.configObject(checkpoint.Key{ThreadID: s.Key.ThreadID, NS: s.Key.NS, ID: s.ParentID})
	}
	_ = o.Set("parentConfig", parent)
	return o
}

// snapshotConfig makes the config of a snapshot. It is the config of the request if that names the
// checkpoint by its id.
func (states *states) snapshotConfig(t target, s *runtime.StateSnapshot, asked goja.Value) *goja.Object {
	h := handleOf(t.g.saver)
	at := states.api.records.config(s.Key, t.key.ID == "" && !t.history && (h == nil || h.memory))
	if o, ok := asked.(*goja.Object); ok && !t.history && s.Key == t.key && states.api.records.keyOf(o).ID == s.Key.ID {
		if len(s.Metadata.Parents) == 0 {
			return o
		}
		at = states.values.Merge(nil, o)
		_ = at.Set("configurable", states.values.Merge(nil, states.values.Object(o, "configurable")))
	}
	states.api.records.setCheckpointMap(at, s.Key, s.Metadata.Parents)
	return at
}

func (states *states) taskObject(t target, ts *runtime.TaskState) *goja.Object {
	o := states.rt.NewObject()
	_ = o.Set("id", ts.ID)
	_ = o.Set("name", ts.Name)
	if ts.Push {
		_ = o.Set("path", states.api.records.taskPath([]any{"__pregel_push", ts.Index}))
	} else {
		_ = o.Set("path", states.api.records.taskPath([]any{"__pregel_pull", ts.Name}))
	}
	if ts.Error != nil {
		e := states.rt.NewObject()
		_ = e.Set("message", ts.Error.Message)
		_ = e.Set("name", ts.Error.Name)
		_ = o.Set("error", e)
	}
	list := make([]goja.Value, len(ts.Interrupts))
	for i, in := range ts.Interrupts {
		list[i] = states.api.interruptObject(in)
	}
	_ = o.Set("interrupts", states.values.Array(list))
	states.setTaskState(o, t, ts)
	if !states.api.legacy() {
		_ = o.Set("result", states.api.toJS(ts.Result))
	}
	return o
}

func (states *states) setTaskState(o *goja.Object, t target, ts *runtime.TaskState) {
	switch {
	case ts.Error != nil:
	case ts.State != nil:
		_ = o.Set("state", states.snapshotObject(t, ts.State, states.api.records.configObject(ts.State.Key)))
	case ts.NS != "":
		inner := states.rt.NewObject()
		_ = inner.Set("thread_id", t.key.ThreadID)
		_ = inner.Set("checkpoint_ns", ts.NS)
		c := states.rt.NewObject()
		_ = c.Set("configurable", inner)
		_ = o.Set("state", c)
	case states.api.legacy():
		_ = o.Set("state", goja.Undefined())
	}
}

// lazyField defines a property whose value is loaded when it is first read. Then it becomes an ordinary
// property, and it is printed like one.
func (states *states) lazyField(o *goja.Object, name string, load func() (runtime.Value, error)) {
	become := func(v goja.Value) goja.Value {
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return v
	}
	get := states.rt.ToValue(func(goja.FunctionCall) goja.Value {
		v, err := load()
		states.vm.Check(err)
		return become(states.api.toJS(v))
	}).(*goja.Object)
	set := states.rt.ToValue(func(call goja.FunctionCall) goja.Value { return become(call.Argument(0)) })
	states.api.printer.Lazy(get)
	_ = o.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// This file makes StateSnapshots: what getState and getStateHistory return.

package langgraph

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// setCheckpointMap adds to a config where the graphs around its checkpoint stand.
func (api *API) setCheckpointMap(config *goja.Object, key checkpoint.Key, parents map[string]string) {
	if len(parents) == 0 {
		return
	}
	m := api.parentsObject(parents)
	_ = m.Set(key.NS, key.ID)
	_ = config.Get("configurable").ToObject(api.rt).Set("checkpoint_map", m)
}

// configObject makes the config that names a checkpoint.
func (api *API) configObject(key checkpoint.Key) *goja.Object { return api.config(key, false) }

// config makes a config. idFirst puts the id in front of the namespace, as
// LangGraph does for a checkpoint that was not asked for by its id.
func (api *API) config(key checkpoint.Key, idFirst bool) *goja.Object {
	inner := api.rt.NewObject()
	_ = inner.Set("thread_id", key.ThreadID)
	if idFirst {
		_ = inner.Set("checkpoint_id", key.ID)
		_ = inner.Set("checkpoint_ns", key.NS)
	} else {
		_ = inner.Set("checkpoint_ns", key.NS)
		_ = inner.Set("checkpoint_id", key.ID)
	}
	o := api.rt.NewObject()
	_ = o.Set("configurable", inner)
	return o
}

// snapshotObject is a StateSnapshot as scripts see it. config is what was asked with.
func (api *API) snapshotObject(t target, s *runtime.StateSnapshot, config goja.Value) *goja.Object {
	o := api.rt.NewObject()
	if s.LoadValues != nil {
		api.lazyField(o, "values", s.LoadValues)
	} else {
		_ = o.Set("values", api.toJS(s.Values))
	}
	next := api.rt.NewArray()
	for i, name := range s.Next {
		_ = next.Set(strconv.Itoa(i), name)
	}
	_ = o.Set("next", next)
	tasks := make([]goja.Value, len(s.Tasks))
	for i := range s.Tasks {
		tasks[i] = api.taskObject(t, &s.Tasks[i])
	}
	if s.Metadata == nil {
		_ = o.Set("config", config)
		_ = o.Set("tasks", api.values.Array(tasks))
		return o
	}
	_ = o.Set("tasks", api.values.Array(tasks))
	_ = o.Set("metadata", api.metadataObject(s.Key, s.Metadata))
	_ = o.Set("config", api.snapshotConfig(t, s, config))
	_ = o.Set("createdAt", runtime.ISOTime(s.CreatedAt))
	parent := goja.Undefined()
	if s.ParentID != "" {
		parent = api.configObject(checkpoint.Key{ThreadID: s.Key.ThreadID, NS: s.Key.NS, ID: s.ParentID})
	}
	_ = o.Set("parentConfig", parent)
	return o
}

// snapshotConfig is the config of a snapshot: what was asked with, if that names the checkpoint.
func (api *API) snapshotConfig(t target, s *runtime.StateSnapshot, asked goja.Value) *goja.Object {
	h := handleOf(t.g.saver)
	at := api.config(s.Key, t.key.ID == "" && !t.history && (h == nil || h.memory))
	if o, ok := asked.(*goja.Object); ok && !t.history && s.Key == t.key && api.keyOf(o).ID == s.Key.ID {
		if len(s.Metadata.Parents) == 0 {
			return o
		}
		at = api.values.Merge(nil, o)
		_ = at.Set("configurable", api.values.Merge(nil, api.values.Object(o, "configurable")))
	}
	api.setCheckpointMap(at, s.Key, s.Metadata.Parents)
	return at
}

func (api *API) parentsObject(parents map[string]string) *goja.Object {
	o := api.rt.NewObject()
	for _, ns := range slices.Sorted(maps.Keys(parents)) {
		_ = o.Set(ns, parents[ns])
	}
	return o
}

func (api *API) metadataObject(key checkpoint.Key, m *checkpoint.Metadata) *goja.Object {
	o := api.rt.NewObject()
	_ = o.Set("source", m.Source)
	extra := func(name string) {
		if v, err := api.values.Parse(m.Extra[name], true); err == nil {
			_ = o.Set(name, v)
		}
	}
	if api.legacy() && m.Extra["writes"] != nil {
		extra("writes")
	}
	_ = o.Set("step", m.Step)
	_ = o.Set("parents", api.parentsObject(m.Parents))
	for _, name := range slices.Sorted(maps.Keys(m.Extra)) {
		if !strings.HasPrefix(name, "__") && name != "writes" {
			extra(name)
		}
	}
	if !api.legacy() {
		_ = o.Set("thread_id", key.ThreadID)
	}
	return o
}

func (api *API) taskObject(t target, ts *runtime.TaskState) *goja.Object {
	o := api.rt.NewObject()
	_ = o.Set("id", ts.ID)
	_ = o.Set("name", ts.Name)
	if ts.Push {
		_ = o.Set("path", api.taskPath([]any{"__pregel_push", ts.Index}))
	} else {
		_ = o.Set("path", api.taskPath([]any{"__pregel_pull", ts.Name}))
	}
	if ts.Error != nil {
		e := api.rt.NewObject()
		_ = e.Set("message", ts.Error.Message)
		_ = e.Set("name", ts.Error.Name)
		_ = o.Set("error", e)
	}
	list := make([]goja.Value, len(ts.Interrupts))
	for i, in := range ts.Interrupts {
		list[i] = api.interruptObject(in)
	}
	_ = o.Set("interrupts", api.values.Array(list))
	api.setTaskState(o, t, ts)
	if !api.legacy() {
		_ = o.Set("result", api.toJS(ts.Result))
	}
	return o
}

func (api *API) setTaskState(o *goja.Object, t target, ts *runtime.TaskState) {
	switch {
	case ts.Error != nil:
	case ts.State != nil:
		_ = o.Set("state", api.snapshotObject(t, ts.State, api.configObject(ts.State.Key)))
	case ts.NS != "":
		inner := api.rt.NewObject()
		_ = inner.Set("thread_id", t.key.ThreadID)
		_ = inner.Set("checkpoint_ns", ts.NS)
		c := api.rt.NewObject()
		_ = c.Set("configurable", inner)
		_ = o.Set("state", c)
	case api.legacy():
		_ = o.Set("state", goja.Undefined())
	}
}

// lazyField defines a property that becomes what load returns when it is first
// read. It looks like any other.
func (api *API) lazyField(o *goja.Object, name string, load func() (runtime.Value, error)) {
	become := func(v goja.Value) goja.Value {
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return v
	}
	get := api.rt.ToValue(func(goja.FunctionCall) goja.Value {
		v, err := load()
		api.vm.Check(err)
		return become(api.toJS(v))
	}).(*goja.Object)
	set := api.rt.ToValue(func(call goja.FunctionCall) goja.Value { return become(call.Argument(0)) })
	api.printer.Lazy(get)
	_ = o.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

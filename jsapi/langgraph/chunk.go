// This file makes the payloads of the stream chunks about checkpoints and tasks.

package langgraph

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// CheckpointChunk implements runtime.Host.
func (h host) CheckpointChunk(r *runtime.Run, s *runtime.StateSnapshot, stored bool) runtime.Value {
	api := h.api
	o := api.rt.NewObject()
	_ = o.Set("config", api.runConfigObject(r, s.Key, s.Metadata.Parents))
	_ = o.Set("values", api.toJS(s.Values))
	m := api.rt.NewObject()
	_ = m.Set("source", s.Metadata.Source)
	if writes, err := api.values.Parse(s.Metadata.Extra["writes"], true); err == nil && s.Metadata.Extra["writes"] != nil {
		_ = m.Set("writes", writes)
	}
	_ = m.Set("step", s.Metadata.Step)
	_ = m.Set("parents", api.records.parentsObject(s.Metadata.Parents))
	_ = o.Set("metadata", m)
	next := make([]any, len(s.Next))
	for i, name := range s.Next {
		next[i] = name
	}
	_ = o.Set("next", api.rt.NewArray(next...))
	tasks := make([]goja.Value, len(s.Tasks))
	t := target{key: s.Key}
	for i := range s.Tasks {
		tasks[i] = api.states.taskObject(t, &s.Tasks[i])
	}
	_ = o.Set("tasks", api.values.Array(tasks))
	parent := goja.Undefined()
	if key := (checkpoint.Key{ThreadID: s.Key.ThreadID, NS: s.Key.NS, ID: s.ParentID}); key.ID != "" && stored {
		parent = api.records.configObject(key)
	} else if key.ID != "" {
		parent = api.runConfigObject(r, key, s.Metadata.Parents)
	}
	_ = o.Set("parentConfig", parent)
	return o
}

// runConfigObject makes the config of a run at one of its checkpoints, with the field names that
// chunks have.
func (api *API) runConfigObject(r *runtime.Run, key checkpoint.Key, parents map[string]string) *goja.Object {
	rc, _ := r.Options().Config.(*runConfig)
	if rc == nil {
		rc = &runConfig{limit: runtime.DefaultRecursionLimit}
	}
	c := api.rt.NewObject()
	_ = c.Set("checkpoint_ns", key.NS)
	value.CopyFields(c, rc.configurable)
	_ = c.Set("checkpoint_ns", key.NS)
	_ = c.Delete("checkpoint_map") // set again below, so that these two come last
	_ = c.Delete("checkpoint_id")
	if len(parents) > 0 {
		_ = c.Set("checkpoint_map", api.records.parentsObject(parents))
	}
	_ = c.Set("checkpoint_id", key.ID)
	o := api.rt.NewObject()
	_ = o.Set("configurable", c)
	if n := r.Options().MaxConcurrency; n > 0 {
		_ = o.Set("max_concurrency", n)
	}
	_ = o.Set("metadata", api.runMetadata(r))
	_ = o.Set("recursion_limit", rc.limit)
	if name := rc.name; name != "" {
		_ = o.Set("run_name", name)
	} else if t := r.Options().Parent; t != nil {
		_ = o.Set("run_name", t.Name())
	}
	_ = o.Set("tags", api.values.Array(rc.tags))
	return o
}

// propagated are the keys of configurable that are copied into the metadata of a run.
var propagated = []string{"thread_id", "checkpoint_id", "checkpoint_ns", "task_id", "run_id", "assistant_id", "graph_id"}

// runMetadata makes the metadata of a run: that of the caller, and the ids of the run and of its
// place.
func (api *API) runMetadata(r *runtime.Run) *goja.Object {
	rc, _ := r.Options().Config.(*runConfig)
	return api.metadataFor(rc, r.Options().Parent)
}

// metadataFor makes the metadata of a run with config rc in the task parent. Each may be nil.
func (api *API) metadataFor(rc *runConfig, parent *runtime.Task) *goja.Object {
	o := api.rt.NewObject()
	if !api.legacy() {
		_ = o.Set("ls_integration", "langgraph")
	}
	if rc == nil {
		return o
	}
	value.CopyFields(o, rc.metadata)
	switch {
	case rc.configurable == nil:
	case api.legacy():
		copyPrimitives(o, rc.configurable)
	default:
		model, isText := rc.configurable.Get("model").(goja.String)
		if own := o.Get("model"); isText && (own == nil || goja.IsUndefined(own)) {
			_ = value.SetField(o, "model", model)
		}
		for _, key := range propagated {
			if v := rc.configurable.Get(key); o.Get(key) == nil && v != nil && !goja.IsUndefined(v) {
				_ = value.SetField(o, key, v)
			}
		}
	}
	if parent != nil {
		for key, v := range api.taskMetadata(parent) {
			_ = o.Set(key, v)
		}
	}
	return o
}

// copyPrimitives copies the strings, numbers and booleans of configurable into metadata, as LangGraph.js 0.2 does.
func copyPrimitives(metadata, configurable *goja.Object) {
	for _, key := range guard.Keys(configurable) {
		if own := metadata.Get(key); strings.HasPrefix(key, "__pregel_") || own != nil && own.ToBoolean() {
			continue
		}
		v := configurable.Get(key)
		switch guard.Export(v).(type) {
		case string, int64, float64, bool:
			_ = value.SetField(metadata, key, v)
		}
	}
}

// nodeMetadata returns the metadata with which the node of t was added, or nil.
func nodeMetadata(t *runtime.Task) *goja.Object {
	own, _ := t.Shown().Node.Extra.(*goja.Object)
	return own
}

// ofEngine are the keys of a task's metadata that its chunk leaves out, since the chunk has this
// information in other fields.
var ofEngine = map[string]bool{
	"thread_id": true, "checkpoint_id": true, "checkpoint_ns": true, "checkpoint_map": true, "langgraph_step": true,
	"langgraph_node": true, "langgraph_triggers": true, "langgraph_path": true, "langgraph_checkpoint_ns": true,
}

// TaskMetadata implements runtime.Host.
func (h host) TaskMetadata(t *runtime.Task) runtime.Value {
	api := h.api
	o := api.rt.NewObject()
	m := api.runMetadata(t.Run())
	value.CopyFields(m, nodeMetadata(t))
	keys := guard.Keys(m)
	h.need(2 * len(keys) * perField) // it is made for each task, and the run has one for all
	for _, key := range keys {
		if !ofEngine[key] {
			_ = value.SetField(o, key, m.Get(key))
		}
	}
	if rc, ok := t.Run().Options().Config.(*runConfig); ok && len(rc.tags) > 0 {
		h.need(len(rc.tags) * perElement)
		_ = o.Set("tags", api.values.Array(rc.tags))
	}
	return o
}

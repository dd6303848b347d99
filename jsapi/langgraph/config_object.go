// This file makes and reads the configs that name checkpoints, and makes related objects such as
// metadata and task paths.

package langgraph

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// keyOf returns the key of the checkpoint that a config names. A missing part is "".
func (records *records) keyOf(config goja.Value) (key checkpoint.Key) {
	o, ok := config.(*goja.Object)
	if !ok {
		return key
	}
	inner, ok := o.Get("configurable").(*goja.Object)
	if !ok {
		return key
	}
	name := func(field string) string { return records.values.Name(field, inner.Get(field)) }
	return checkpoint.Key{ThreadID: name("thread_id"), NS: name("checkpoint_ns"), ID: name("checkpoint_id")}
}

// setCheckpointMap adds to a config the checkpoint ids of the graphs that contain the graph of its
// checkpoint.
func (records *records) setCheckpointMap(config *goja.Object, key checkpoint.Key, parents map[string]string) {
	if len(parents) == 0 {
		return
	}
	m := records.parentsObject(parents)
	_ = m.Set(key.NS, key.ID)
	_ = config.Get("configurable").ToObject(records.rt).Set("checkpoint_map", m)
}

// configObject makes the config that names a checkpoint.
func (records *records) configObject(key checkpoint.Key) *goja.Object {
	return records.config(key, false)
}

// config makes the config that names a checkpoint. idFirst puts the id before the namespace, as
// LangGraph does for a checkpoint that was not requested by its id.
func (records *records) config(key checkpoint.Key, idFirst bool) *goja.Object {
	inner := records.rt.NewObject()
	_ = inner.Set("thread_id", key.ThreadID)
	if idFirst {
		_ = inner.Set("checkpoint_id", key.ID)
		_ = inner.Set("checkpoint_ns", key.NS)
	} else {
		_ = inner.Set("checkpoint_ns", key.NS)
		_ = inner.Set("checkpoint_id", key.ID)
	}
	o := records.rt.NewObject()
	_ = o.Set("configurable", inner)
	return o
}

func (records *records) parentsObject(parents map[string]string) *goja.Object {
	o := records.rt.NewObject()
	for _, ns := range slices.Sorted(maps.Keys(parents)) {
		_ = o.Set(ns, parents[ns])
	}
	return o
}

func (records *records) metadataObject(key checkpoint.Key, m *checkpoint.Metadata) *goja.Object {
	o := records.rt.NewObject()
	_ = o.Set("source", m.Source)
	extra := func(name string) {
		if v, err := records.values.Parse(m.Extra[name], true); err == nil {
			_ = o.Set(name, v)
		}
	}
	if records.api.legacy() && m.Extra["writes"] != nil {
		extra("writes")
	}
	_ = o.Set("step", m.Step)
	_ = o.Set("parents", records.parentsObject(m.Parents))
	for _, name := range slices.Sorted(maps.Keys(m.Extra)) {
		if !strings.HasPrefix(name, "__") && name != "writes" {
			extra(name)
		}
	}
	_ = o.Set("thread_id", key.ThreadID)
	return o
}

func (records *records) readListOptions(o *goja.Object, lo *checkpoint.ListOptions) error {
	if v := o.Get("limit"); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
		if lo.Limit = int(v.ToInteger()); lo.Limit <= 0 {
			lo.Limit = -1 // list no checkpoints
		}
	}
	if before, ok := o.Get("before").(*goja.Object); ok {
		if inner, ok := before.Get("configurable").(*goja.Object); ok {
			lo.Before = value.Text(inner.Get("checkpoint_id"))
		}
	}
	filter, ok := o.Get("filter").(*goja.Object)
	if !ok {
		return nil
	}
	lo.Filter = map[string]json.RawMessage{}
	for _, key := range guard.Keys(filter) {
		b, err := records.values.Dump(filter.Get(key), false)
		if err != nil {
			return err
		}
		lo.Filter[key] = b.Data
	}
	return nil
}

func (records *records) taskPath(path []any) *goja.Object {
	items := make([]any, len(path))
	for i, part := range path {
		if inner, ok := part.([]any); ok {
			part = records.taskPath(inner)
		}
		items[i] = part
	}
	return records.rt.NewArray(items...)
}

// This file has the methods of the savers in Go that scripts call themselves.

package langgraph

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// deleteThread is checkpointer.deleteThread(id).
func (api *API) deleteThread(call goja.FunctionCall) goja.Value {
	if h := api.handle(call.Argument(0)); h != nil {
		api.vm.Check(h.saver.DeleteThread(api.vm.Context(), value.Text(call.Argument(1))))
	}
	return goja.Undefined()
}

// getTuple is checkpointer.getTuple(config).
func (api *API) getTuple(call goja.FunctionCall) goja.Value {
	h := api.handle(call.Argument(0))
	key := api.keyOf(call.Argument(1))
	if h == nil || key.ThreadID == "" {
		return goja.Undefined()
	}
	asked := key.ID != ""
	t, err := h.saver.Get(api.vm.Context(), key)
	if err != nil {
		if isNotFound(err) {
			return goja.Undefined()
		}
		api.vm.Throw(err)
	}
	o := api.tupleObject(t)
	if asked {
		_ = o.Set("config", call.Argument(1))
	} else {
		_ = o.Set("config", api.config(t.Key, h.memory))
	}
	return o
}

// threadLister is a saver that knows its threads.
type threadLister interface {
	ThreadIDs(ctx context.Context) ([]string, error)
}

// listTuples is checkpointer.list(config, options): all at once, as an array.
func (api *API) listTuples(call goja.FunctionCall) goja.Value {
	h := api.handle(call.Argument(0))
	if h == nil {
		return api.rt.NewArray()
	}
	key := api.keyOf(call.Argument(1))
	lo := checkpoint.ListOptions{AllNS: true}
	if o, ok := call.Argument(1).(*goja.Object); ok {
		if v := api.values.Object(o, "configurable").Get("checkpoint_ns"); v != nil && !goja.IsUndefined(v) {
			lo.AllNS = false
		}
	}
	if o, ok := call.Argument(2).(*goja.Object); ok {
		api.vm.Check(api.readListOptions(o, &lo))
	}
	threads := []string{key.ThreadID}
	if lo.Limit < 0 {
		return api.rt.NewArray()
	}
	if key.ThreadID == "" {
		lister, ok := h.saver.(threadLister)
		if !ok {
			return api.rt.NewArray()
		}
		var err error
		threads, err = lister.ThreadIDs(api.vm.Context())
		api.vm.Check(err)
	}
	var tuples []*checkpoint.Tuple
	limit := lo.Limit
	lo.Limit = 0
	for _, key.ThreadID = range threads {
		first := len(tuples)
		for t, err := range h.saver.List(api.vm.Context(), key, lo) {
			api.vm.Check(err)
			tuples = append(tuples, t)
			if limit > 0 && len(tuples) == limit && !lo.AllNS {
				break
			}
		}
		if lo.AllNS {
			byBirth(tuples[first:])
		}
	}
	if limit > 0 && len(tuples) > limit {
		tuples = tuples[:limit]
	}
	all := make([]goja.Value, len(tuples))
	for i, t := range tuples {
		all[i] = api.tupleObject(t)
	}
	return api.values.Array(all)
}

// byBirth puts namespaces in the order of their first checkpoints.
func byBirth(tuples []*checkpoint.Tuple) {
	first := map[string]string{}
	for _, t := range tuples {
		if id, ok := first[t.Key.NS]; !ok || t.Key.ID < id {
			first[t.Key.NS] = t.Key.ID
		}
	}
	slices.SortStableFunc(tuples, func(a, b *checkpoint.Tuple) int { return strings.Compare(first[a.Key.NS], first[b.Key.NS]) })
}

// moveSaver has the script keep the checkpoints of a saver itself, from now on.
func (api *API) moveSaver(call goja.FunctionCall) goja.Value {
	if h := api.handle(call.Argument(0)); h != nil {
		h.moved = true
	}
	return goja.Undefined()
}

// putCheckpoint is checkpointer.put(config, checkpoint, metadata) of a saver in Go.
func (api *API) putCheckpoint(call goja.FunctionCall) goja.Value {
	h := api.handle(call.Argument(0))
	key := api.keyOf(call.Argument(1))
	object, _ := call.Argument(2).(*goja.Object)
	metadata, _ := call.Argument(3).(*goja.Object)
	if h == nil || object == nil {
		return goja.Undefined()
	}
	n := &versionNames{names: map[int64]goja.Value{}}
	cp, exact, err := api.readCheckpoint(object, metadata, key.ID, n)
	api.vm.Check(err)
	if !exact {
		both := api.rt.NewArray(object, call.Argument(3))
		b, err := api.values.Dump(both, false)
		api.vm.Check(err)
		if cp.Metadata.Extra == nil {
			cp.Metadata.Extra = map[string]json.RawMessage{}
		}
		cp.Metadata.Extra[extraCheckpoint] = b.Data
	}
	cp.Versions = versionsFor(cp)
	api.vm.Check(h.saver.Commit(api.vm.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: key.ThreadID, NS: key.NS}, Checkpoint: cp, Sync: true}))
	return api.configObject(checkpoint.Key{ThreadID: key.ThreadID, NS: key.NS, ID: cp.ID})
}

// putWrites is checkpointer.putWrites(config, writes, taskId) of a saver in Go.
func (api *API) putWrites(call goja.FunctionCall) goja.Value {
	h := api.handle(call.Argument(0))
	key := api.keyOf(call.Argument(1))
	list, _ := call.Argument(2).(*goja.Object)
	if h == nil || list == nil {
		return goja.Undefined()
	}
	w := checkpoint.TaskWrites{TaskID: value.Text(call.Argument(3))}
	for _, item := range api.values.Elements(list) {
		pair := item.ToObject(api.rt)
		p, err := api.readWrite(w.TaskID, value.Text(pair.Get("0")), pair.Get("1"))
		api.vm.Check(err)
		w.Writes = append(w.Writes, p)
	}
	api.vm.Check(h.saver.Commit(api.vm.Context(), checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{w}, Sync: true}))
	return goja.Undefined()
}

func (api *API) keyOf(config goja.Value) (key checkpoint.Key) {
	o, ok := config.(*goja.Object)
	if !ok {
		return key
	}
	inner, ok := o.Get("configurable").(*goja.Object)
	if !ok {
		return key
	}
	return checkpoint.Key{ThreadID: value.Text(inner.Get("thread_id")), NS: value.Text(inner.Get("checkpoint_ns")), ID: value.Text(inner.Get("checkpoint_id"))}
}

// tupleObject is a CheckpointTuple as LangGraph's savers return it.
func (api *API) tupleObject(t *checkpoint.Tuple) *goja.Object {
	cp := t.Checkpoint
	o := api.rt.NewObject()
	_ = o.Set("config", api.configObject(t.Key))
	if raw := cp.Metadata.Extra[extraCheckpoint]; raw != nil {
		both, err := api.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: raw})
		api.vm.Check(err)
		_ = o.Set("checkpoint", both.ToObject(api.rt).Get("0"))
		_ = o.Set("metadata", both.ToObject(api.rt).Get("1"))
	} else {
		c, err := api.checkpointObject(cp, cp.Values, nil)
		api.vm.Check(err)
		_ = o.Set("checkpoint", c)
		_ = o.Set("metadata", api.metadataOf(&cp.Metadata))
	}
	writes := []goja.Value{}
	for _, w := range t.Writes {
		value, ok, err := api.writeValue(w)
		api.vm.Check(err)
		if ok {
			writes = append(writes, api.rt.NewArray(w.TaskID, w.Channel, value))
		}
	}
	_ = o.Set("pendingWrites", api.values.Array(writes))
	if cp.ParentID != "" {
		_ = o.Set("parentConfig", api.configObject(checkpoint.Key{ThreadID: t.Key.ThreadID, NS: t.Key.NS, ID: cp.ParentID}))
	}
	return o
}

func isNotFound(err error) bool { return errors.Is(err, checkpoint.ErrNotFound) }

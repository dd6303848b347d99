// This file has the methods of the savers in Go that scripts call themselves.

package jsapi

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
func (vm *VM) deleteThread(call goja.FunctionCall) goja.Value {
	if h := vm.handle(call.Argument(0)); h != nil {
		vm.check(h.saver.DeleteThread(vm.ctx, value.Text(call.Argument(1))))
	}
	return goja.Undefined()
}

// getTuple is checkpointer.getTuple(config).
func (vm *VM) getTuple(call goja.FunctionCall) goja.Value {
	h := vm.handle(call.Argument(0))
	key := vm.keyOf(call.Argument(1))
	if h == nil || key.ThreadID == "" {
		return goja.Undefined()
	}
	asked := key.ID != ""
	t, err := h.saver.Get(vm.ctx, key)
	if err != nil {
		if isNotFound(err) {
			return goja.Undefined()
		}
		vm.throw(err)
	}
	o := vm.tupleObject(t)
	if asked {
		_ = o.Set("config", call.Argument(1))
	} else {
		_ = o.Set("config", vm.config(t.Key, h.memory))
	}
	return o
}

// threadLister is a saver that knows its threads.
type threadLister interface {
	ThreadIDs(ctx context.Context) ([]string, error)
}

// listTuples is checkpointer.list(config, options): all at once, as an array.
func (vm *VM) listTuples(call goja.FunctionCall) goja.Value {
	h := vm.handle(call.Argument(0))
	if h == nil {
		return vm.rt.NewArray()
	}
	key := vm.keyOf(call.Argument(1))
	lo := checkpoint.ListOptions{AllNS: true}
	if o, ok := call.Argument(1).(*goja.Object); ok {
		if v := vm.values.Object(o, "configurable").Get("checkpoint_ns"); v != nil && !goja.IsUndefined(v) {
			lo.AllNS = false
		}
	}
	if o, ok := call.Argument(2).(*goja.Object); ok {
		vm.check(vm.readListOptions(o, &lo))
	}
	threads := []string{key.ThreadID}
	if lo.Limit < 0 {
		return vm.rt.NewArray()
	}
	if key.ThreadID == "" {
		lister, ok := h.saver.(threadLister)
		if !ok {
			return vm.rt.NewArray()
		}
		var err error
		threads, err = lister.ThreadIDs(vm.ctx)
		vm.check(err)
	}
	var tuples []*checkpoint.Tuple
	limit := lo.Limit
	lo.Limit = 0
	for _, key.ThreadID = range threads {
		first := len(tuples)
		for t, err := range h.saver.List(vm.ctx, key, lo) {
			vm.check(err)
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
		all[i] = vm.tupleObject(t)
	}
	return vm.values.Array(all)
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
func (vm *VM) moveSaver(call goja.FunctionCall) goja.Value {
	if h := vm.handle(call.Argument(0)); h != nil {
		h.moved = true
	}
	return goja.Undefined()
}

// putCheckpoint is checkpointer.put(config, checkpoint, metadata) of a saver in Go.
func (vm *VM) putCheckpoint(call goja.FunctionCall) goja.Value {
	h := vm.handle(call.Argument(0))
	key := vm.keyOf(call.Argument(1))
	object, _ := call.Argument(2).(*goja.Object)
	metadata, _ := call.Argument(3).(*goja.Object)
	if h == nil || object == nil {
		return goja.Undefined()
	}
	n := &versionNames{names: map[int64]goja.Value{}}
	cp, exact, err := vm.readCheckpoint(object, metadata, key.ID, n)
	vm.check(err)
	if !exact {
		both := vm.rt.NewArray(object, call.Argument(3))
		b, err := vm.values.Dump(both, false)
		vm.check(err)
		if cp.Metadata.Extra == nil {
			cp.Metadata.Extra = map[string]json.RawMessage{}
		}
		cp.Metadata.Extra[extraCheckpoint] = b.Data
	}
	cp.Versions = versionsFor(cp)
	vm.check(h.saver.Commit(vm.ctx, checkpoint.Batch{Key: checkpoint.Key{ThreadID: key.ThreadID, NS: key.NS}, Checkpoint: cp, Sync: true}))
	return vm.configObject(checkpoint.Key{ThreadID: key.ThreadID, NS: key.NS, ID: cp.ID})
}

// versionsFor returns the versions of cp, with one for every value.
func versionsFor(cp *checkpoint.Checkpoint) []checkpoint.Version {
	versions := cp.Versions
	for i := range cp.Values {
		v := &cp.Values[i]
		if v.Version == 0 {
			v.Version = 1
			versions = slices.DeleteFunc(versions, func(o checkpoint.Version) bool { return o.Channel == v.Channel })
			versions = append(versions, checkpoint.Version{Channel: v.Channel, N: 1})
		}
	}
	return versions
}

// putWrites is checkpointer.putWrites(config, writes, taskId) of a saver in Go.
func (vm *VM) putWrites(call goja.FunctionCall) goja.Value {
	h := vm.handle(call.Argument(0))
	key := vm.keyOf(call.Argument(1))
	list, _ := call.Argument(2).(*goja.Object)
	if h == nil || list == nil {
		return goja.Undefined()
	}
	w := checkpoint.TaskWrites{TaskID: value.Text(call.Argument(3))}
	for _, item := range vm.values.Elements(list) {
		pair := item.ToObject(vm.rt)
		p, err := vm.readWrite(w.TaskID, value.Text(pair.Get("0")), pair.Get("1"))
		vm.check(err)
		w.Writes = append(w.Writes, p)
	}
	vm.check(h.saver.Commit(vm.ctx, checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{w}, Sync: true}))
	return goja.Undefined()
}

func (vm *VM) keyOf(config goja.Value) (key checkpoint.Key) {
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
func (vm *VM) tupleObject(t *checkpoint.Tuple) *goja.Object {
	cp := t.Checkpoint
	o := vm.rt.NewObject()
	_ = o.Set("config", vm.configObject(t.Key))
	if raw := cp.Metadata.Extra[extraCheckpoint]; raw != nil {
		both, err := vm.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: raw})
		vm.check(err)
		_ = o.Set("checkpoint", both.ToObject(vm.rt).Get("0"))
		_ = o.Set("metadata", both.ToObject(vm.rt).Get("1"))
	} else {
		c, err := vm.checkpointObject(cp, cp.Values, nil)
		vm.check(err)
		_ = o.Set("checkpoint", c)
		_ = o.Set("metadata", vm.metadataOf(&cp.Metadata))
	}
	writes := []goja.Value{}
	for _, w := range t.Writes {
		value, ok, err := vm.writeValue(w)
		vm.check(err)
		if ok {
			writes = append(writes, vm.rt.NewArray(w.TaskID, w.Channel, value))
		}
	}
	_ = o.Set("pendingWrites", vm.values.Array(writes))
	if cp.ParentID != "" {
		_ = o.Set("parentConfig", vm.configObject(checkpoint.Key{ThreadID: t.Key.ThreadID, NS: t.Key.NS, ID: cp.ParentID}))
	}
	return o
}

func isNotFound(err error) bool { return errors.Is(err, checkpoint.ErrNotFound) }

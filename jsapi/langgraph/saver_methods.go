// This file implements the methods of Go savers that scripts call themselves.

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

// deleteThread implements checkpointer.deleteThread(id).
func (savers *savers) deleteThread(call goja.FunctionCall) goja.Value {
	if h := savers.handle(call.Argument(0)); h != nil {
		savers.vm.Check(h.saver.DeleteThread(savers.vm.Context(), value.Text(call.Argument(1))))
	}
	return goja.Undefined()
}

// getTuple implements checkpointer.getTuple(config).
func (savers *savers) getTuple(call goja.FunctionCall) goja.Value {
	h := savers.handle(call.Argument(0))
	key := savers.api.records.keyOf(call.Argument(1))
	if h == nil || key.ThreadID == "" {
		return goja.Undefined()
	}
	asked := key.ID != ""
	t, err := h.saver.Get(savers.vm.Stopped(), key)
	if err != nil {
		if isNotFound(err) {
			return goja.Undefined()
		}
		savers.vm.Throw(err)
	}
	o := savers.tupleObject(t)
	if asked {
		_ = o.Set("config", call.Argument(1))
	} else {
		_ = o.Set("config", savers.api.records.config(t.Key, h.memory))
	}
	return o
}

// threadLister is a saver that can list its threads.
type threadLister interface {
	ThreadIDs(ctx context.Context) ([]string, error)
}

// listTuples is the Go side of checkpointer.list(config, options). It returns all tuples in one array. A MemorySaver lists
// one namespace after the other, a SqliteSaver the newest checkpoints first.
func (savers *savers) listTuples(call goja.FunctionCall) goja.Value {
	h := savers.handle(call.Argument(0))
	if h == nil {
		return savers.rt.NewArray()
	}
	key := savers.api.records.keyOf(call.Argument(1))
	lo := checkpoint.ListOptions{AllNS: true}
	if o, ok := call.Argument(1).(*goja.Object); ok {
		if v := savers.values.Object(o, "configurable").Get("checkpoint_ns"); v != nil && !goja.IsUndefined(v) {
			lo.AllNS = false
		}
	}
	if o, ok := call.Argument(2).(*goja.Object); ok {
		savers.vm.Check(savers.api.records.readListOptions(o, &lo))
	}
	threads := []string{key.ThreadID}
	if lo.Limit < 0 {
		if h.memory {
			return savers.rt.NewArray()
		}
		lo.Limit = 0 // the SqliteSaver of LangGraph.js takes 0, and less, as no limit
	}
	if key.ThreadID == "" {
		lister, ok := h.saver.(threadLister)
		if !ok {
			return savers.rt.NewArray()
		}
		var err error
		threads, err = lister.ThreadIDs(savers.vm.Stopped())
		savers.vm.Check(err)
	}
	var tuples []*checkpoint.Tuple
	limit := lo.Limit
	lo.Limit = 0
	for _, key.ThreadID = range threads {
		first := len(tuples)
		for t, err := range h.saver.List(savers.vm.Stopped(), key, lo) {
			savers.vm.Check(err)
			tuples = append(tuples, t)
			if limit > 0 && len(tuples)-first == limit && !lo.AllNS {
				break
			}
		}
		if lo.AllNS && h.memory {
			byBirth(tuples[first:])
		}
	}
	if !h.memory {
		slices.SortStableFunc(tuples, func(a, b *checkpoint.Tuple) int { return strings.Compare(b.Key.ID, a.Key.ID) })
	}
	if limit > 0 && len(tuples) > limit {
		tuples = tuples[:limit]
	}
	all := make([]goja.Value, len(tuples))
	for i, t := range tuples {
		all[i] = savers.tupleObject(t)
	}
	return savers.values.Array(all)
}

// byBirth sorts tuples by namespace, in the order in which the namespaces got their first checkpoints.
func byBirth(tuples []*checkpoint.Tuple) {
	first := map[string]string{}
	for _, t := range tuples {
		if id, ok := first[t.Key.NS]; !ok || t.Key.ID < id {
			first[t.Key.NS] = t.Key.ID
		}
	}
	slices.SortStableFunc(tuples, func(a, b *checkpoint.Tuple) int { return strings.Compare(first[a.Key.NS], first[b.Key.NS]) })
}

// moveSaver says that from now on the script stores the checkpoints of a saver itself, so that the
// engine calls the methods of the checkpointer.
func (savers *savers) moveSaver(call goja.FunctionCall) goja.Value {
	if h := savers.handle(call.Argument(0)); h != nil {
		h.moved = true
	}
	return goja.Undefined()
}

// putCheckpoint implements checkpointer.put(config, checkpoint, metadata) for a Go saver.
func (savers *savers) putCheckpoint(call goja.FunctionCall) goja.Value {
	h := savers.handle(call.Argument(0))
	key := savers.api.records.keyOf(call.Argument(1))
	object, _ := call.Argument(2).(*goja.Object)
	metadata, _ := call.Argument(3).(*goja.Object)
	if h == nil || object == nil {
		return goja.Undefined()
	}
	n := &versionNames{names: map[int64]goja.Value{}}
	cp, exact, err := savers.api.records.readCheckpoint(object, metadata, key.ID, n)
	savers.vm.Check(err)
	if !exact {
		both := savers.rt.NewArray(object, call.Argument(3))
		b, err := savers.values.Dump(both, false)
		savers.vm.Check(err)
		if cp.Metadata.Extra == nil {
			cp.Metadata.Extra = map[string]json.RawMessage{}
		}
		cp.Metadata.Extra[extraCheckpoint] = b.Data
	}
	cp.Versions = versionsFor(cp)
	savers.vm.Check(h.saver.Commit(savers.vm.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: key.ThreadID, NS: key.NS}, Checkpoint: cp, Sync: true}))
	return savers.api.records.configObject(checkpoint.Key{ThreadID: key.ThreadID, NS: key.NS, ID: cp.ID})
}

// putWrites implements checkpointer.putWrites(config, writes, taskId) for a Go saver.
func (savers *savers) putWrites(call goja.FunctionCall) goja.Value {
	h := savers.handle(call.Argument(0))
	key := savers.api.records.keyOf(call.Argument(1))
	list, _ := call.Argument(2).(*goja.Object)
	if h == nil || list == nil {
		return goja.Undefined()
	}
	w := checkpoint.TaskWrites{TaskID: value.Text(call.Argument(3))}
	for _, item := range savers.values.Elements(list) {
		pair := item.ToObject(savers.rt)
		p, err := savers.api.records.readWrite(w.TaskID, savers.values.Text(pair.Get("0")), pair.Get("1"))
		savers.vm.Check(err)
		w.Writes = append(w.Writes, p)
	}
	if t, err := h.saver.Get(savers.vm.Context(), key); err == nil {
		w.Writes = besideStored(t.Writes, w)
	} else if !isNotFound(err) {
		savers.vm.Throw(err)
	}
	savers.vm.Check(h.saver.Commit(savers.vm.Context(), checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{w}, Sync: true}))
	return goja.Undefined()
}

// besideStored returns what a saver has to store when a script puts writes of a task that has some already. Each write to a channel has a
// place, and the first write in a place stays, as in LangGraph.js. A new error, interrupt or resume value replaces the last one.
func besideStored(stored []checkpoint.PendingWrite, w checkpoint.TaskWrites) []checkpoint.PendingWrite {
	stored = slices.DeleteFunc(slices.Clone(stored), func(p checkpoint.PendingWrite) bool { return p.TaskID != w.TaskID || isSpecial(p.Channel) })
	var writes, special []checkpoint.PendingWrite
	for place, p := range w.Writes {
		if isSpecial(p.Channel) {
			special = append(special, p)
		} else if place >= len(stored) {
			writes = append(writes, p)
		}
	}
	if len(writes) > 0 {
		writes = append(stored, writes...)
	}
	return append(writes, special...)
}

func isSpecial(channel string) bool {
	return channel == checkpoint.ChannelError || channel == checkpoint.ChannelInterrupt || channel == checkpoint.ChannelResume
}

// tupleObject makes a CheckpointTuple in the form that LangGraph's savers return.
func (savers *savers) tupleObject(t *checkpoint.Tuple) *goja.Object {
	cp := t.Checkpoint
	o := savers.rt.NewObject()
	_ = o.Set("config", savers.api.records.configObject(t.Key))
	if raw := cp.Metadata.Extra[extraCheckpoint]; raw != nil {
		both, err := savers.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: raw})
		savers.vm.Check(err)
		_ = o.Set("checkpoint", both.ToObject(savers.rt).Get("0"))
		_ = o.Set("metadata", both.ToObject(savers.rt).Get("1"))
	} else {
		c, err := savers.api.records.checkpointObject(cp, cp.Values, nil)
		savers.vm.Check(err)
		_ = o.Set("checkpoint", c)
		_ = o.Set("metadata", savers.api.records.metadataOf(&cp.Metadata))
	}
	writes := []goja.Value{}
	for _, w := range t.Writes {
		value, ok, err := savers.api.records.writeValue(w)
		savers.vm.Check(err)
		if ok {
			writes = append(writes, savers.rt.NewArray(w.TaskID, w.Channel, value))
		}
	}
	_ = o.Set("pendingWrites", savers.values.Array(writes))
	if cp.ParentID != "" {
		_ = o.Set("parentConfig", savers.api.records.configObject(checkpoint.Key{ThreadID: t.Key.ThreadID, NS: t.Key.NS, ID: cp.ParentID}))
	}
	return o
}

func isNotFound(err error) bool { return errors.Is(err, checkpoint.ErrNotFound) }

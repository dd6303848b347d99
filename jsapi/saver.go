// This file has the checkpointers that a script can make.

package jsapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// saverHandle is a saver in the hands of a script.
type saverHandle struct {
	saver checkpoint.Saver
	own   [len(saverMethods)]goja.Value // the methods of its class
	moved bool                          // the script keeps the checkpoints itself from now on
}

// saverMethods are the methods by which the engine, or a subclass, reaches a checkpointer.
var saverMethods = [...]string{"getTuple", "list", "put", "putWrites", "getNextVersion"}

// newHandle makes the handle of a saver. proto has the methods of its class.
func (vm *VM) newHandle(s checkpoint.Saver, proto goja.Value) goja.Value {
	h := &saverHandle{saver: s}
	if o, ok := proto.(*goja.Object); ok {
		for i, name := range saverMethods {
			h.own[i] = o.Get(name)
		}
	}
	return vm.rt.ToValue(h)
}

// memorySaver is the host side of new MemorySaver().
func (vm *VM) memorySaver(call goja.FunctionCall) goja.Value {
	var s checkpoint.Saver = &checkpoint.MemorySaver{}
	if vm.o.NewMemorySaver != nil {
		s = vm.o.NewMemorySaver()
	}
	return vm.newHandle(s, call.Argument(0))
}

// sqliteSaver is the host side of SqliteSaver.fromConnString(conn).
func (vm *VM) sqliteSaver(call goja.FunctionCall) goja.Value {
	conn := text(call.Argument(0))
	if vm.o.OpenSaver == nil {
		vm.throw(fmt.Errorf("there is no SQLite saver in this program"))
	}
	vm.checkFile(conn)
	s, err := vm.o.OpenSaver(conn)
	vm.check(err)
	if c, ok := s.(io.Closer); ok {
		vm.closers = append(vm.closers, c)
	}
	return vm.newHandle(s, call.Argument(1))
}

// checkFile throws if the script may not use a database file.
func (vm *VM) checkFile(path string) {
	if path != ":memory:" {
		vm.check(vm.o.Permissions.CheckRead(path))
		vm.check(vm.o.Permissions.CheckWrite(path))
	}
}

// isSaver reports whether v can be used as a checkpointer.
func (vm *VM) isSaver(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	_, get := goja.AssertFunction(o.Get("getTuple"))
	_, put := goja.AssertFunction(o.Get("put"))
	return get && put
}

// handleOf returns the saver in Go behind a checkpointer; nil for none.
func handleOf(v goja.Value) *saverHandle {
	o, ok := v.(*goja.Object)
	if !ok || o == nil {
		return nil
	}
	inner, ok := o.Get("__saver").(*goja.Object)
	if !ok {
		return nil
	}
	h, _ := exported[*saverHandle](inner)
	return h
}

// saverFor returns what keeps the checkpoints of a run: the saver in Go behind a
// checkpointer as it is, else one that calls the methods of the checkpointer.
func (vm *VM) saverFor(o, configurable *goja.Object) checkpoint.Saver {
	if o == nil {
		return nil
	}
	h := handleOf(o)
	if h == nil || h.moved {
		return vm.newScriptSaver(o, configurable)
	}
	for i, name := range saverMethods {
		if own := h.own[i]; own == nil || !own.SameAs(o.Get(name)) {
			return vm.newScriptSaver(o, configurable)
		}
	}
	return h.saver
}

// hostFor returns the host of runs with this saver.
func (vm *VM) hostFor(s checkpoint.Saver) runtime.Host {
	if _, ok := s.(*scriptSaver); ok {
		return fiberHost{host{vm}}
	}
	return host{vm}
}

// asking calls f, which asks s. It returns a promise if that may take time.
func (vm *VM) asking(s checkpoint.Saver, f func() (goja.Value, error)) goja.Value {
	if _, ok := s.(*scriptSaver); ok {
		return vm.promised(f)
	}
	v, err := f()
	vm.check(err)
	return v
}

// settled waits for what was handed to a checkpointer.
func settled(s checkpoint.Saver) error {
	if script, ok := s.(*scriptSaver); ok {
		return script.settle()
	}
	return nil
}

// settleFirst has a run told as ended when its checkpointer has taken everything.
func (vm *VM) settleFirst(o *runtime.Options) {
	s, ok := o.Saver.(*scriptSaver)
	if !ok || o.Done == nil {
		return
	}
	done := o.Done
	o.Done = func(res runtime.Result) {
		if err := s.settle(); err != nil && (res.Err == nil || runtime.IsBubbleUp(res.Err)) {
			res = runtime.Result{Err: err}
		}
		done(res)
	}
}

// deleteThread is checkpointer.deleteThread(id).
func (vm *VM) deleteThread(call goja.FunctionCall) goja.Value {
	if h := handleOf(call.Argument(0)); h != nil {
		vm.check(h.saver.DeleteThread(vm.ctx, text(call.Argument(1))))
	}
	return goja.Undefined()
}

// getTuple is checkpointer.getTuple(config).
func (vm *VM) getTuple(call goja.FunctionCall) goja.Value {
	h := handleOf(call.Argument(0))
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
		_ = o.Set("config", vm.config(t.Key, true))
	}
	return o
}

// threadLister is a saver that knows its threads.
type threadLister interface {
	ThreadIDs(ctx context.Context) ([]string, error)
}

// listTuples is checkpointer.list(config, options): all at once, as an array.
func (vm *VM) listTuples(call goja.FunctionCall) goja.Value {
	h := handleOf(call.Argument(0))
	if h == nil {
		return vm.rt.NewArray()
	}
	key := vm.keyOf(call.Argument(1))
	lo := checkpoint.ListOptions{AllNS: true}
	if o, ok := call.Argument(1).(*goja.Object); ok {
		if v := vm.fields(o, "configurable").Get("checkpoint_ns"); v != nil && !goja.IsUndefined(v) {
			lo.AllNS = false
		}
	}
	if o, ok := call.Argument(2).(*goja.Object); ok {
		vm.check(vm.readListOptions(o, &lo))
	}
	threads := []string{key.ThreadID}
	if key.ThreadID == "" {
		lister, ok := h.saver.(threadLister)
		if !ok {
			return vm.rt.NewArray()
		}
		var err error
		threads, err = lister.ThreadIDs(vm.ctx)
		vm.check(err)
	}
	var all []goja.Value
	for _, key.ThreadID = range threads {
		for t, err := range h.saver.List(vm.ctx, key, lo) {
			vm.check(err)
			all = append(all, vm.tupleObject(t))
		}
	}
	if lo.Limit > 0 && len(all) > lo.Limit {
		all = all[:lo.Limit]
	}
	return vm.array(all)
}

// moveSaver has the script keep the checkpoints of a saver itself, from now on.
func (vm *VM) moveSaver(call goja.FunctionCall) goja.Value {
	if h := handleOf(call.Argument(0)); h != nil {
		h.moved = true
	}
	return goja.Undefined()
}

// putCheckpoint is checkpointer.put(config, checkpoint, metadata) of a saver in Go.
func (vm *VM) putCheckpoint(call goja.FunctionCall) goja.Value {
	h := handleOf(call.Argument(0))
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
		b, err := vm.dump(both, false)
		vm.check(err)
		if cp.Metadata.Extra == nil {
			cp.Metadata.Extra = map[string]rawJSON{}
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
	h := handleOf(call.Argument(0))
	key := vm.keyOf(call.Argument(1))
	list, _ := call.Argument(2).(*goja.Object)
	if h == nil || list == nil {
		return goja.Undefined()
	}
	w := checkpoint.TaskWrites{TaskID: text(call.Argument(3))}
	for _, item := range vm.elements(list) {
		pair := item.ToObject(vm.rt)
		p, err := vm.readWrite(w.TaskID, text(pair.Get("0")), pair.Get("1"))
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
	return checkpoint.Key{ThreadID: text(inner.Get("thread_id")), NS: text(inner.Get("checkpoint_ns")), ID: text(inner.Get("checkpoint_id"))}
}

// tupleObject is a CheckpointTuple as LangGraph's savers return it.
func (vm *VM) tupleObject(t *checkpoint.Tuple) *goja.Object {
	cp := t.Checkpoint
	o := vm.rt.NewObject()
	_ = o.Set("config", vm.configObject(t.Key))
	if raw := cp.Metadata.Extra[extraCheckpoint]; raw != nil {
		both, err := vm.load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: raw})
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
	_ = o.Set("pendingWrites", vm.array(writes))
	if cp.ParentID != "" {
		_ = o.Set("parentConfig", vm.configObject(checkpoint.Key{ThreadID: t.Key.ThreadID, NS: t.Key.NS, ID: cp.ParentID}))
	}
	return o
}

func isNotFound(err error) bool { return errors.Is(err, checkpoint.ErrNotFound) }

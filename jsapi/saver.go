// This file has the checkpointers that a script can make.

package jsapi

import (
	"errors"
	"fmt"
	"io"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// saverHandle is a saver in the hands of a script.
type saverHandle struct{ saver checkpoint.Saver }

// memorySaver is the host side of new MemorySaver().
func (vm *VM) memorySaver(goja.FunctionCall) goja.Value {
	var s checkpoint.Saver = &checkpoint.MemorySaver{}
	if vm.o.NewMemorySaver != nil {
		s = vm.o.NewMemorySaver()
	}
	return vm.rt.ToValue(&saverHandle{s})
}

// sqliteSaver is the host side of SqliteSaver.fromConnString(conn).
func (vm *VM) sqliteSaver(call goja.FunctionCall) goja.Value {
	conn := text(call.Argument(0))
	if vm.o.OpenSaver == nil {
		vm.throw(fmt.Errorf("there is no SQLite saver in this program"))
	}
	if conn != ":memory:" {
		vm.check(vm.o.Permissions.CheckRead(conn))
		vm.check(vm.o.Permissions.CheckWrite(conn))
	}
	s, err := vm.o.OpenSaver(conn)
	vm.check(err)
	if c, ok := s.(io.Closer); ok {
		vm.closers = append(vm.closers, c)
	}
	return vm.rt.ToValue(&saverHandle{s})
}

// saverOf returns the saver behind a checkpointer of the script; nil for none.
func (vm *VM) saverOf(v goja.Value) checkpoint.Saver {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	handle, ok := o.Get("__saver").(*goja.Object)
	if !ok {
		return nil
	}
	h, ok := exported[*saverHandle](handle)
	if !ok {
		return nil
	}
	return h.saver
}

// deleteThread is checkpointer.deleteThread(id).
func (vm *VM) deleteThread(call goja.FunctionCall) goja.Value {
	s := vm.saverOf(call.Argument(0))
	if s == nil {
		return goja.Undefined()
	}
	vm.check(s.DeleteThread(vm.ctx, text(call.Argument(1))))
	return goja.Undefined()
}

// getTuple is checkpointer.getTuple(config).
func (vm *VM) getTuple(call goja.FunctionCall) goja.Value {
	s := vm.saverOf(call.Argument(0))
	key := vm.keyOf(call.Argument(1))
	if s == nil || key.ThreadID == "" {
		return goja.Undefined()
	}
	t, err := s.Get(vm.ctx, key)
	if err != nil {
		if isNotFound(err) {
			return goja.Undefined()
		}
		vm.throw(err)
	}
	return vm.tupleObject(t)
}

// listTuples is checkpointer.list(config, options): all at once, as an array.
func (vm *VM) listTuples(call goja.FunctionCall) goja.Value {
	s := vm.saverOf(call.Argument(0))
	key := vm.keyOf(call.Argument(1))
	var lo checkpoint.ListOptions
	if o, ok := call.Argument(2).(*goja.Object); ok {
		vm.check(vm.readListOptions(o, &lo))
	}
	if s == nil || key.ThreadID == "" {
		return vm.rt.NewArray()
	}
	var all []goja.Value
	for t, err := range s.List(vm.ctx, key, lo) {
		vm.check(err)
		all = append(all, vm.tupleObject(t))
	}
	return vm.array(all)
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
	values, versions, seen := vm.rt.NewObject(), vm.rt.NewObject(), vm.rt.NewObject()
	for _, v := range cp.Values {
		value, err := vm.load(v.Blob)
		vm.check(err)
		_ = setField(values, v.Channel, value)
	}
	for _, v := range cp.Versions {
		_ = setField(versions, v.Channel, vm.rt.ToValue(v.N))
	}
	for _, s := range cp.Seen {
		o := vm.rt.NewObject()
		for _, v := range s.Versions {
			_ = setField(o, v.Channel, vm.rt.ToValue(v.N))
		}
		_ = setField(seen, s.Node, o)
	}
	c := vm.rt.NewObject()
	_ = c.Set("v", 4)
	_ = c.Set("id", cp.ID)
	_ = c.Set("ts", cp.CreatedAt.UTC().Format("2006-01-02T15:04:05.000Z07:00"))
	_ = c.Set("channel_values", values)
	_ = c.Set("channel_versions", versions)
	_ = c.Set("versions_seen", seen)
	o := vm.rt.NewObject()
	_ = o.Set("config", vm.configObject(t.Key))
	_ = o.Set("checkpoint", c)
	metadata := vm.metadataObject(t.Key, &cp.Metadata)
	_ = metadata.Delete("thread_id")
	_ = o.Set("metadata", metadata)
	writes := make([]goja.Value, len(t.Writes))
	for i, w := range t.Writes {
		value, err := vm.load(w.Value)
		vm.check(err)
		writes[i] = vm.rt.NewArray(w.TaskID, w.Channel, value)
	}
	_ = o.Set("pendingWrites", vm.array(writes))
	if cp.ParentID != "" {
		_ = o.Set("parentConfig", vm.configObject(checkpoint.Key{ThreadID: t.Key.ThreadID, NS: t.Key.NS, ID: cp.ParentID}))
	}
	return o
}

func isNotFound(err error) bool { return errors.Is(err, checkpoint.ErrNotFound) }

// This file converts what a saver keeps between the engine's form and that of
// LangGraph's checkpointers: Checkpoint, metadata, pending writes.

package jsapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// extraCheckpoint is the key in a checkpoint's metadata under which a checkpoint
// is kept as the script made it, if the engine would not have made it like that.
const extraCheckpoint = "__checkpoint__"

// versionNames are the versions of a namespace as its checkpointer has them. The
// zero value stands for checkpointers that count as the engine does.
type versionNames struct {
	names map[int64]goja.Value
	next  func(current goja.Value) (goja.Value, error)
}

func (n *versionNames) of(vm *VM, v int64) (goja.Value, error) {
	if n == nil || n.next == nil {
		return vm.rt.ToValue(v), nil
	}
	if name := n.names[v]; name != nil {
		return name, nil
	}
	at := int64(0)
	for k := range n.names {
		if k < v {
			at = max(at, k)
		}
	}
	name := goja.Undefined()
	if at > 0 {
		name = n.names[at]
	}
	var err error
	for at < v {
		if name, err = n.next(name); err != nil {
			return nil, err
		}
		at++
		n.names[at] = name
	}
	return name, nil
}

// checkpointObject makes a Checkpoint with all values of values.
func (vm *VM) checkpointObject(cp *checkpoint.Checkpoint, values []checkpoint.Value, n *versionNames) (*goja.Object, error) {
	channels, versions, seen := vm.rt.NewObject(), vm.rt.NewObject(), vm.rt.NewObject()
	for _, v := range values {
		loaded, err := vm.values.Load(v.Blob)
		if err != nil {
			return nil, err
		}
		if v.Channel == checkpoint.ChannelTasks {
			vm.nameSends(loaded)
		}
		_ = value.SetField(channels, v.Channel, loaded)
	}
	set := func(o *goja.Object, list []checkpoint.Version) error {
		for _, v := range list {
			name, err := n.of(vm, v.N)
			if err != nil {
				return err
			}
			_ = value.SetField(o, v.Channel, name)
		}
		return nil
	}
	if err := set(versions, cp.Versions); err != nil {
		return nil, err
	}
	_ = seen.Set("__input__", vm.rt.NewObject())
	for _, s := range cp.Seen {
		o := vm.rt.NewObject()
		if err := set(o, s.Versions); err != nil {
			return nil, err
		}
		_ = value.SetField(seen, s.Node, o)
	}
	c := vm.rt.NewObject()
	_ = c.Set("v", 4)
	_ = c.Set("id", cp.ID)
	_ = c.Set("ts", runtime.ISOTime(cp.CreatedAt))
	_ = c.Set("channel_values", channels)
	_ = c.Set("channel_versions", versions)
	_ = c.Set("versions_seen", seen)
	return c, nil
}

// nameSends says of each element of a list what it is, as a Send does.
func (vm *VM) nameSends(v goja.Value) {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return
	}
	for i, item := range vm.values.Elements(list) {
		_ = list.Set(strconv.Itoa(i), vm.namedSend(item))
	}
}

func (vm *VM) namedSend(v goja.Value) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok || o.Get("node") == nil || o.Get("lg_name") != nil {
		return v
	}
	named := vm.rt.NewObject()
	_ = named.Set("lg_name", "Send")
	value.CopyFields(named, o)
	return named
}

// metadataOf is the metadata of a checkpoint as a checkpointer gets it.
func (vm *VM) metadataOf(m *checkpoint.Metadata) *goja.Object {
	o := vm.metadataObject(checkpoint.Key{}, m)
	_ = o.Delete("thread_id")
	if raw := m.Extra["thread_id"]; raw != nil { // put there by a script
		if v, err := vm.values.Parse(raw, true); err == nil {
			_ = o.Set("thread_id", v)
		}
	}
	return o
}

// readCheckpoint reads a Checkpoint and its metadata. exact says that the engine's
// form of it loses nothing.
func (vm *VM) readCheckpoint(o, metadata *goja.Object, parent string, n *versionNames) (cp *checkpoint.Checkpoint, exact bool, err error) {
	cp = &checkpoint.Checkpoint{ID: value.Text(o.Get("id")), ParentID: parent}
	exact = value.Text(o.Get("v")) == "4"
	cp.CreatedAt, err = time.Parse(time.RFC3339Nano, value.Text(o.Get("ts")))
	exact = exact && err == nil && runtime.ISOTime(cp.CreatedAt) == value.Text(o.Get("ts"))
	versions, seen := vm.values.Object(o, "channel_versions"), vm.values.Object(o, "versions_seen")
	rank := vm.rank(versions, seen, n)
	number := func(v goja.Value) int64 {
		if rank != nil {
			exact = false
			return rank[value.Text(v)]
		}
		return v.ToInteger()
	}
	known := map[string]int64{}
	for _, key := range versions.Keys() {
		known[key] = number(versions.Get(key))
		cp.Versions = append(cp.Versions, checkpoint.Version{Channel: key, N: known[key]})
	}
	for _, node := range seen.Keys() {
		s := checkpoint.Seen{Node: node}
		inner := vm.values.Object(seen, node)
		for _, key := range inner.Keys() {
			s.Versions = append(s.Versions, checkpoint.Version{Channel: key, N: number(inner.Get(key))})
		}
		if s.Versions != nil {
			cp.Seen = append(cp.Seen, s)
		} else if node != "__input__" {
			exact = false
		}
	}
	values := vm.values.Object(o, "channel_values")
	for _, key := range values.Keys() {
		v := values.Get(key)
		if v == nil || goja.IsUndefined(v) || emptySpecial(key, v) {
			continue
		}
		b, err := vm.values.Dump(v, false)
		if err != nil {
			return nil, false, err
		}
		if _, ok := known[key]; !ok {
			exact = false
		}
		cp.Values = append(cp.Values, checkpoint.Value{Channel: key, Version: known[key], Blob: b})
	}
	m, plain, err := vm.readMetadata(metadata)
	cp.Metadata = m
	return cp, exact && plain && seen.Get("__input__") != nil, err
}

// emptySpecial reports whether v is an empty list in a channel that has no value then.
func emptySpecial(channel string, v goja.Value) bool {
	if channel != checkpoint.ChannelTasks && !strings.HasPrefix(channel, "join:") {
		return false
	}
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == "Array" && o.Get("length").ToInteger() == 0
}

// rank numbers versions that are no whole numbers, and tells n. It returns nil if all are.
func (vm *VM) rank(versions, seen *goja.Object, n *versionNames) map[string]int64 {
	var all []goja.Value
	whole := true
	take := func(o *goja.Object) {
		for _, key := range o.Keys() {
			v := o.Get(key)
			all = append(all, v)
			if _, ok := v.Export().(int64); !ok {
				whole = false
			}
		}
	}
	take(versions)
	for _, node := range seen.Keys() {
		take(vm.values.Object(seen, node))
	}
	if whole {
		return nil
	}
	slices.SortFunc(all, func(a, b goja.Value) int {
		if value.TypeOf(a) == "number" && value.TypeOf(b) == "number" {
			return int(a.ToFloat()*2) - int(b.ToFloat()*2)
		}
		return strings.Compare(a.String(), b.String())
	})
	rank := map[string]int64{}
	for _, v := range all {
		if _, ok := rank[v.String()]; !ok {
			rank[v.String()] = int64(len(rank) + 1)
			if n != nil {
				n.names[rank[v.String()]] = v
			}
		}
	}
	return rank
}

// readMetadata reads the metadata of a checkpoint; plain says that nothing of it is lost.
func (vm *VM) readMetadata(o *goja.Object) (m checkpoint.Metadata, plain bool, err error) {
	if o == nil {
		return m, false, nil
	}
	m.Source, m.Parents = value.Text(o.Get("source")), map[string]string{}
	plain = o.Get("source") != nil && o.Get("parents") != nil
	if step := o.Get("step"); value.TypeOf(step) == "number" {
		m.Step = int(step.ToInteger())
	} else {
		plain = false
	}
	if parents, ok := o.Get("parents").(*goja.Object); ok {
		for _, key := range parents.Keys() {
			m.Parents[key] = value.Text(parents.Get(key))
		}
	}
	for _, key := range o.Keys() {
		if key == "source" || key == "step" || key == "parents" {
			continue
		}
		b, err := vm.values.Dump(o.Get(key), false)
		if err != nil {
			return m, false, err
		}
		if m.Extra == nil {
			m.Extra = map[string]json.RawMessage{}
		}
		m.Extra[key] = b.Data
	}
	return m, plain, nil
}

// writeValue returns the value of a pending write as a checkpointer gets it; ok is
// false for one that only the engine knows.
func (vm *VM) writeValue(w checkpoint.PendingWrite) (v goja.Value, ok bool, err error) {
	switch {
	case w.Channel == checkpoint.ChannelEffects:
		return vm.rt.ToValue(string(w.Value.Data)), true, nil
	case checkpoint.IsSide(w.Channel):
		return nil, false, nil
	case w.Channel == checkpoint.ChannelInterrupt:
		in, err := runtime.LoadInterrupt(host{vm}, w.Value)
		if err != nil {
			return nil, false, err
		}
		return vm.interruptObject(in), true, nil
	case w.Channel == checkpoint.ChannelResume && w.TaskID == checkpoint.NullTaskID:
		data, used, err := runtime.AnswerData(w.Value)
		if err != nil || used {
			return nil, false, err
		}
		v, err := vm.values.Load(data)
		return v, true, err
	}
	if v, err = vm.values.Load(w.Value); err == nil && w.Channel == checkpoint.ChannelTasks {
		v = vm.namedSend(v)
	}
	return v, true, err
}

// readWrite reads the value of a pending write.
func (vm *VM) readWrite(task, channel string, v goja.Value) (w checkpoint.PendingWrite, err error) {
	w = checkpoint.PendingWrite{TaskID: task, Channel: channel}
	o, _ := v.(*goja.Object)
	switch {
	case channel == checkpoint.ChannelEffects:
		w.Value = checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(v.String())}
		return w, nil
	case channel == checkpoint.ChannelInterrupt && o != nil:
		in := runtime.Interrupt{ID: value.Text(o.Get("id")), Value: goja.Undefined()}
		if value := o.Get("value"); value != nil {
			in.Value = value
		}
		w.Value, err = runtime.DumpInterrupt(host{vm}, in)
		return w, err
	case channel == checkpoint.ChannelResume && task == checkpoint.NullTaskID:
		w.Value, err = runtime.DumpAnswer(host{vm}, v, vm.resumeByID(v))
		return w, err
	case channel == checkpoint.ChannelResume && (o == nil || o.ClassName() != "Array"):
		v = vm.rt.NewArray(v)
	case channel == checkpoint.ChannelError && o != nil:
		e := vm.rt.NewObject()
		_ = e.Set("message", value.Text(o.Get("message")))
		_ = e.Set("name", value.Text(o.Get("name")))
		v = e
	}
	w.Value, err = vm.values.Dump(v, false)
	return w, err
}

// readTuple reads a CheckpointTuple; nil if v is none.
func (vm *VM) readTuple(v goja.Value, key checkpoint.Key, n *versionNames) (*checkpoint.Tuple, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, nil
	}
	cpo, ok := o.Get("checkpoint").(*goja.Object)
	if !ok {
		return nil, nil
	}
	metadata, _ := o.Get("metadata").(*goja.Object)
	cp, _, err := vm.readCheckpoint(cpo, metadata, vm.keyOf(o.Get("parentConfig")).ID, n)
	if err != nil {
		return nil, err
	}
	key.ID = cp.ID
	t := &checkpoint.Tuple{Key: key, Checkpoint: cp}
	if list, ok := o.Get("pendingWrites").(*goja.Object); ok {
		for _, item := range vm.values.Elements(list) {
			w, ok := item.(*goja.Object)
			if !ok {
				continue
			}
			p, err := vm.readWrite(value.Text(w.Get("0")), value.Text(w.Get("1")), w.Get("2"))
			if err != nil {
				return nil, err
			}
			t.Writes = append(t.Writes, p)
		}
	}
	t.Writes = spendAnswer(t.Writes)
	return t, nil
}

// spendAnswer leaves out an answer that one of the tasks has taken: checkpointers
// keep both what was answered and what a task did with it.
func spendAnswer(writes []checkpoint.PendingWrite) []checkpoint.PendingWrite {
	at := slices.IndexFunc(writes, func(w checkpoint.PendingWrite) bool {
		return w.TaskID == checkpoint.NullTaskID && w.Channel == checkpoint.ChannelResume
	})
	if at < 0 {
		return writes
	}
	data, _, err := runtime.AnswerData(writes[at].Value)
	if err != nil {
		return writes
	}
	for _, w := range writes {
		if w.Channel != checkpoint.ChannelResume || w.TaskID == checkpoint.NullTaskID {
			continue
		}
		var given []json.RawMessage
		if json.Unmarshal(w.Value.Data, &given) == nil && len(given) > 0 && bytes.Equal(given[len(given)-1], data.Data) {
			return slices.Delete(slices.Clone(writes), at, at+1)
		}
	}
	return writes
}

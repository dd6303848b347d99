// This file converts checkpoints and their metadata between the form of the engine and that of
// LangGraph's checkpointers.

package langgraph

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// records converts what a saver stores between the form of the engine and that of LangGraph's
// checkpointers.
type records struct{ room }

// extraCheckpoint is the key in the metadata of a checkpoint that has the original object of the
// script. It is used if the form of the engine would lose a part of that object.
const extraCheckpoint = "__checkpoint__"

// checkpointObject makes the Checkpoint object of cp with the given values. n gives the versions that
// the script sees; nil means the numbers of the engine.
func (records *records) checkpointObject(cp *checkpoint.Checkpoint, values []checkpoint.Value, n *versionNames) (*goja.Object, error) {
	channels, versions, seen := records.rt.NewObject(), records.rt.NewObject(), records.rt.NewObject()
	for _, v := range values {
		loaded, err := records.values.Load(v.Blob)
		if err != nil {
			return nil, err
		}
		if v.Channel == checkpoint.ChannelTasks {
			records.nameSends(loaded)
		}
		_ = value.SetField(channels, v.Channel, loaded)
	}
	set := func(o *goja.Object, list []checkpoint.Version) error {
		for _, v := range list {
			name, err := n.of(records, v.N)
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
	_ = seen.Set("__input__", records.rt.NewObject())
	for _, s := range cp.Seen {
		o := records.rt.NewObject()
		if err := set(o, s.Versions); err != nil {
			return nil, err
		}
		_ = value.SetField(seen, s.Node, o)
	}
	c := records.rt.NewObject()
	_ = c.Set("v", 4)
	_ = c.Set("id", cp.ID)
	_ = c.Set("ts", runtime.ISOTime(cp.CreatedAt))
	_ = c.Set("channel_values", channels)
	_ = c.Set("channel_versions", versions)
	_ = c.Set("versions_seen", seen)
	return c, nil
}

// nameSends adds lg_name to each element of a list of Sends.
func (records *records) nameSends(v goja.Value) {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return
	}
	for i, item := range records.values.Elements(list) {
		_ = list.Set(strconv.Itoa(i), records.namedSend(item))
	}
}

func (records *records) namedSend(v goja.Value) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok || o.Get("node") == nil || o.Get("lg_name") != nil {
		return v
	}
	named := records.rt.NewObject()
	_ = named.Set("lg_name", "Send")
	value.CopyFields(named, o)
	return named
}

// metadataOf makes the metadata of a checkpoint in the form that a checkpointer gets.
func (records *records) metadataOf(m *checkpoint.Metadata) *goja.Object {
	o := records.metadataObject(checkpoint.Key{}, m)
	_ = o.Delete("thread_id")
	if raw := m.Extra["thread_id"]; raw != nil { // a script has set it
		if v, err := records.values.Parse(raw, true); err == nil {
			_ = o.Set("thread_id", v)
		}
	}
	return o
}

// readCheckpoint reads a Checkpoint object and its metadata. exact reports whether the form of the
// engine loses nothing of them.
func (records *records) readCheckpoint(o, metadata *goja.Object, parent string, n *versionNames) (cp *checkpoint.Checkpoint, exact bool, err error) {
	cp = &checkpoint.Checkpoint{ID: value.Text(o.Get("id")), ParentID: parent}
	exact = value.Text(o.Get("v")) == "4"
	cp.CreatedAt, err = time.Parse(time.RFC3339Nano, value.Text(o.Get("ts")))
	exact = exact && err == nil && runtime.ISOTime(cp.CreatedAt) == value.Text(o.Get("ts"))
	versions, seen := records.values.Object(o, "channel_versions"), records.values.Object(o, "versions_seen")
	rank := records.rank(versions, seen, n)
	number := func(v goja.Value) int64 {
		if rank != nil {
			exact = false
			guard.Hear(records.rt)
			return rank[records.values.Text(v)]
		}
		return v.ToInteger()
	}
	byChannel := map[string]int64{}
	for _, key := range guard.Keys(versions) {
		byChannel[key] = number(versions.Get(key))
		cp.Versions = append(cp.Versions, checkpoint.Version{Channel: key, N: byChannel[key]})
	}
	for _, node := range guard.Keys(seen) {
		s := checkpoint.Seen{Node: node}
		inner := records.values.Object(seen, node)
		for _, key := range guard.Keys(inner) {
			s.Versions = append(s.Versions, checkpoint.Version{Channel: key, N: number(inner.Get(key))})
		}
		if s.Versions != nil {
			cp.Seen = append(cp.Seen, s)
		} else if node != "__input__" {
			exact = false
		}
	}
	values := records.values.Object(o, "channel_values")
	for _, key := range guard.Keys(values) {
		v := values.Get(key)
		if v == nil || goja.IsUndefined(v) || emptySpecial(key, v) {
			continue
		}
		b, err := records.values.Dump(v, false)
		if err != nil {
			return nil, false, err
		}
		if _, ok := byChannel[key]; !ok {
			exact = false
		}
		cp.Values = append(cp.Values, checkpoint.Value{Channel: key, Version: byChannel[key], Blob: b})
	}
	m, plain, err := records.readMetadata(metadata)
	cp.Metadata = m
	return cp, exact && plain && seen.Get("__input__") != nil, err
}

// emptySpecial reports whether v is an empty list in a special channel of the engine, which has no
// value then.
func emptySpecial(channel string, v goja.Value) bool {
	if channel != checkpoint.ChannelTasks && !strings.HasPrefix(channel, "join:") {
		return false
	}
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == "Array" && o.Get("length").ToInteger() == 0
}

// readMetadata reads the metadata of a checkpoint. plain reports whether the form of the engine loses
// nothing of it.
func (records *records) readMetadata(o *goja.Object) (m checkpoint.Metadata, plain bool, err error) {
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
		for _, key := range guard.Keys(parents) {
			m.Parents[key] = records.values.Text(parents.Get(key))
		}
	}
	for _, key := range guard.Keys(o) {
		if key == "source" || key == "step" || key == "parents" {
			continue
		}
		b, err := records.values.Dump(o.Get(key), false)
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

// readTuple reads a CheckpointTuple. It returns nil if v is not one.
func (records *records) readTuple(v goja.Value, key checkpoint.Key, n *versionNames) (*checkpoint.Tuple, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, nil
	}
	cpo, ok := o.Get("checkpoint").(*goja.Object)
	if !ok {
		return nil, nil
	}
	metadata, _ := o.Get("metadata").(*goja.Object)
	cp, _, err := records.readCheckpoint(cpo, metadata, records.keyOf(o.Get("parentConfig")).ID, n)
	if err != nil {
		return nil, err
	}
	key.ID = cp.ID
	t := &checkpoint.Tuple{Key: key, Checkpoint: cp}
	if list, ok := o.Get("pendingWrites").(*goja.Object); ok {
		t.Writes, err = records.readWrites(list)
	}
	return t, err
}

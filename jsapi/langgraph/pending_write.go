// This file converts pending writes between the form of the engine and that of LangGraph's checkpointers.

package langgraph

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// writeValue returns the value of a pending write in the form that a checkpointer gets. ok is false for
// a write that only the engine uses.
func (records *records) writeValue(w checkpoint.PendingWrite) (v goja.Value, ok bool, err error) {
	switch {
	case w.Channel == checkpoint.ChannelEffects:
		return records.rt.ToValue(string(w.Value.Data)), true, nil
	case checkpoint.IsSide(w.Channel):
		return nil, false, nil
	case w.Channel == checkpoint.ChannelInterrupt:
		in, err := runtime.LoadInterrupt(host{records.api}, w.Value)
		if err != nil {
			return nil, false, err
		}
		return records.api.interruptObject(in), true, nil
	case w.Channel == checkpoint.ChannelResume && w.TaskID == checkpoint.NullTaskID:
		data, used, err := runtime.AnswerData(w.Value)
		if err != nil || used {
			return nil, false, err
		}
		v, err := records.values.Load(data)
		return v, true, err
	}
	if v, err = records.values.Load(w.Value); err == nil && w.Channel == checkpoint.ChannelTasks {
		v = records.namedSend(v)
	}
	return v, true, err
}

// readWrite reads a pending write of a checkpointer.
func (records *records) readWrite(task, channel string, v goja.Value) (w checkpoint.PendingWrite, err error) {
	w = checkpoint.PendingWrite{TaskID: task, Channel: channel}
	o, _ := v.(*goja.Object)
	switch {
	case channel == checkpoint.ChannelEffects:
		w.Value = checkpoint.Blob{Type: checkpoint.TypeJSON, Data: records.values.Bytes(v)}
		return w, nil
	case channel == checkpoint.ChannelInterrupt && o != nil:
		in := runtime.Interrupt{ID: records.api.interruptID(o), Value: goja.Undefined()}
		if value := o.Get("value"); value != nil {
			in.Value = value
		}
		w.Value, err = runtime.DumpInterrupt(host{records.api}, in)
		return w, err
	case channel == checkpoint.ChannelResume && task == checkpoint.NullTaskID:
		w.Value, err = runtime.DumpAnswer(host{records.api}, v, records.api.outputs.resumeByID(v))
		return w, err
	case channel == checkpoint.ChannelResume && (o == nil || o.ClassName() != "Array"):
		v = records.rt.NewArray(v)
	case channel == checkpoint.ChannelError && o != nil:
		e := records.rt.NewObject()
		_ = e.Set("message", records.values.Text(o.Get("message")))
		_ = e.Set("name", records.values.Text(o.Get("name")))
		v = e
	}
	w.Value, err = records.values.Dump(v, false)
	return w, err
}

// readWrites reads the pending writes of a tuple.
func (records *records) readWrites(list *goja.Object) ([]checkpoint.PendingWrite, error) {
	var all []checkpoint.PendingWrite
	answers := map[string]runtime.Value{} // by the ids of their questions
	for _, item := range records.values.Elements(list) {
		w, ok := item.(*goja.Object)
		if !ok {
			continue
		}
		task, channel, v := records.values.Text(w.Get("0")), records.values.Text(w.Get("1")), w.Get("2")
		if given, ok := v.(*goja.Object); ok && channel == checkpoint.ChannelResume && runtime.IsInterruptID(task) {
			answers[task] = given.Get("0")
			continue
		}
		p, err := records.readWrite(task, channel, v)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	all = spendAnswer(all)
	if err := records.dropAnswered(answers, all); err != nil || len(answers) == 0 {
		return all, err
	}
	b, err := runtime.DumpAnswer(host{records.api}, nil, answers)
	return append(all, checkpoint.PendingWrite{TaskID: checkpoint.NullTaskID, Channel: checkpoint.ChannelResume, Value: b}), err
}

// dropAnswered deletes from answers each one whose question is not in writes, or that the asking task
// has already used.
func (records *records) dropAnswered(answers map[string]runtime.Value, writes []checkpoint.PendingWrite) error {
	asked, taken := map[string]string{}, map[string]checkpoint.Blob{}
	for _, w := range writes {
		switch w.Channel {
		case checkpoint.ChannelResume:
			taken[w.TaskID] = w.Value
		case checkpoint.ChannelInterrupt:
			in, err := runtime.LoadInterrupt(host{records.api}, w.Value)
			if err != nil {
				return err
			}
			asked[in.ID] = w.TaskID
		}
	}
	for id, v := range answers {
		b, err := records.values.Dump(v.(goja.Value), false)
		if err != nil {
			return err
		}
		if task, ok := asked[id]; !ok || lastIs(taken[task], b) {
			delete(answers, id)
		}
	}
	return nil
}

// lastIs reports whether b is the last element of a stored list of answers.
func lastIs(list, b checkpoint.Blob) bool {
	var given []json.RawMessage
	return json.Unmarshal(list.Data, &given) == nil && len(given) > 0 && bytes.Equal(given[len(given)-1], b.Data)
}

// spendAnswer removes the answer to the thread if a task has already used it. LangGraph's checkpointers
// store both the answer and the task's use of it.
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
		if lastIs(w.Value, data) {
			return slices.Delete(slices.Clone(writes), at, at+1)
		}
	}
	return writes
}

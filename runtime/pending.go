// This file has the pending writes of a run: how they are stored and read back.

package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// extraAnswer is the key in a checkpoint's metadata under which the id of the
// last answer is stored that was used in its namespace. A crash between a
// subgraph's commit and that of the graph around it must not use it again.
const extraAnswer = "__answer__"

// pendingWrite is a write of a task in an unfinished superstep, or of a Command.
type pendingWrite struct {
	taskID  string
	channel string
	value   any // of the channel; or Interrupt, []Value, []string, storedJournal, storedError, storedAnswer
}

// storedInterrupt is an Interrupt in the form that the saver stores.
type storedInterrupt struct {
	ID    string `json:"id,omitempty"`
	NS    string `json:"ns,omitempty"`
	Node  string `json:"node,omitempty"`
	Index int    `json:"index,omitempty"`
	// Deadline is in milliseconds since 1970; 0 is none. OnTimeout is the answer then; "" is an error.
	Deadline  int64           `json:"deadline,omitempty"`
	OnTimeout json.RawMessage `json:"on_timeout,omitempty"`
	Value     json.RawMessage `json:"value"` // the last one, see dumpInterrupt
}

// storedError is what is stored of an error.
type storedError struct {
	Message string `json:"message"`
	Name    string `json:"name"`
}

// storedAnswer is an answer in the form that the saver stores.
type storedAnswer struct {
	UID   string                     `json:"uid"`
	Used  bool                       `json:"used,omitempty"`
	Value json.RawMessage            `json:"value,omitempty"`
	ByID  map[string]json.RawMessage `json:"by_id,omitempty"`
}

// loadPending reads the pending writes of a checkpoint. It skips writes to channels that the graph does not have any
// more.
func (r *Run) loadPending(writes []checkpoint.PendingWrite) error {
	for _, w := range writes {
		r.written += int64(w.Value.Size())
		value, ok, err := r.loadWrite(w)
		if err != nil {
			return fmt.Errorf("load a pending write to %s: %w", w.Channel, err)
		}
		if ok {
			r.pending.list = append(r.pending.list, pendingWrite{w.TaskID, w.Channel, value})
		}
		if w.Channel == checkpoint.ChannelEffects && !r.travel.replay {
			r.journals = append(r.journals, w.TaskID)
		}
	}
	return nil
}

// loadError returns a stored error. A script can store any value as one, by putWrites of its saver: then its text is the message.
func loadError(data []byte) (e storedError) {
	if err := json.Unmarshal(data, &e); err == nil {
		return e
	}
	e = storedError{}
	if json.Unmarshal(data, &e.Message) != nil {
		e.Message = string(data)
	}
	return e
}

func (r *Run) loadWrite(w checkpoint.PendingWrite) (value any, ok bool, err error) {
	switch w.Channel {
	case checkpoint.ChannelInterrupt:
		in, err := LoadInterrupt(r.h, w.Value)
		return in, true, err
	case checkpoint.ChannelError:
		return loadError(w.Value.Data), true, nil
	case checkpoint.ChannelResume:
		if w.TaskID == checkpoint.NullTaskID {
			r.answering.stored, r.answering.storedAt = w.Value, len(r.pending.list)
			return nil, false, r.answering.loadAnswer(w.Value)
		}
		var raw []json.RawMessage
		if err := json.Unmarshal(w.Value.Data, &raw); err != nil {
			return nil, false, err
		}
		values := make([]Value, len(raw))
		for i := range raw {
			if values[i], err = r.answering.loadAnswered(raw[i]); err != nil {
				return nil, false, err
			}
		}
		return values, true, nil
	case checkpoint.ChannelEffects:
		var s storedJournal
		err := json.Unmarshal(w.Value.Data, &s)
		if r.pending.journaled == nil {
			r.pending.journaled = map[string]bool{}
		}
		r.pending.journaled[s.Task] = true
		return s, true, err
	case checkpoint.ChannelAsked:
		var asked []string
		return asked, true, json.Unmarshal(w.Value.Data, &asked)
	case checkpoint.ChannelNoWrites, checkpoint.ChannelErrorSource:
		return nil, true, nil
	case checkpoint.ChannelReturn:
		value, err = r.h.Load(w.Value)
		return value, true, err
	}
	i, known := r.g.channelIndex[w.Channel]
	if !known {
		return nil, false, nil
	}
	value, err = r.state.channels[i].loadWrite(r.h, w.Value)
	return value, true, err
}

func (r *Run) loadJSON(data json.RawMessage) (Value, error) {
	return r.h.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data})
}

// LoadInterrupt decodes the pending write of a question.
func LoadInterrupt(h Codec, b checkpoint.Blob) (Interrupt, error) {
	s, err := decodeInterrupt(b.Data)
	if err != nil {
		return Interrupt{}, fmt.Errorf("read an interrupt: %w", err)
	}
	v, err := h.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: s.Value})
	in := Interrupt{ID: s.ID, Value: v, NS: s.NS, Node: s.Node, Index: s.Index}
	if s.Deadline == 0 || err != nil {
		return in, err
	}
	in.Deadline = &Deadline{At: time.UnixMilli(s.Deadline), Fails: s.OnTimeout == nil}
	if s.OnTimeout != nil {
		in.Deadline.Answer, err = h.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: s.OnTimeout})
	}
	return in, err
}

// dumpInterrupt returns the stored form of a question, and the stored form of its value alone.
func dumpInterrupt(h Codec, in Interrupt) (value, b checkpoint.Blob, err error) {
	value, err = h.Dump(in.Value)
	if err != nil {
		return value, b, fmt.Errorf("interrupt value of node %s: %w", in.Node, err)
	}
	s := storedInterrupt{ID: in.ID, NS: in.NS, Node: in.Node, Index: in.Index}
	if d := in.Deadline; d != nil {
		s.Deadline = d.At.UnixMilli()
		if !d.Fails {
			answer, err := h.Dump(d.Answer)
			if err != nil {
				return value, b, fmt.Errorf("onTimeout of node %s: %w", in.Node, err)
			}
			s.OnTimeout = answer.Data
		}
	}
	if b, err = jsonBlob(s); err != nil || len(value.Data) == 0 {
		return value, b, err
	}
	// The value is appended unchanged: encoding/json would parse all of it again.
	b.Data = slices.Concat(b.Data[:len(b.Data)-len(`null}`)], value.Data, []byte{'}'})
	return value, b, err
}

// loadAnswer restores an answer that an earlier run was resumed with and did not use.
func (a *answering) loadAnswer(b checkpoint.Blob) error {
	var s storedAnswer
	if err := json.Unmarshal(b.Data, &s); err != nil {
		return err
	}
	if s.Used {
		a.answered = s.UID
		return nil
	}
	if a.run.nested {
		return nil
	}
	given := &answer{uid: s.UID}
	var err error
	if s.ByID != nil {
		given.byID = map[string]Value{}
		for id, raw := range s.ByID {
			if given.byID[id], err = a.loadAnswered(raw); err != nil {
				return err
			}
		}
	} else {
		given.plain = true
		if given.value, err = a.run.loadJSON(s.Value); err != nil {
			return err
		}
	}
	a.answer = given
	return nil
}

func dumpAnswer(h Codec, a *answer) (checkpoint.Blob, error) {
	s := storedAnswer{UID: a.uid, Used: a.used}
	if !a.used && a.byID != nil {
		s.ByID = map[string]json.RawMessage{}
		for id, v := range a.byID {
			b, err := dumpAnswered(h, v)
			if err != nil {
				return b, err
			}
			s.ByID[id] = b.Data
		}
	} else if !a.used {
		b, err := dumpAnswered(h, a.value)
		if err != nil {
			return b, err
		}
		s.Value = b.Data
	}
	return jsonBlob(s)
}

func dumpResumes(h Codec, values []Value) (checkpoint.Blob, error) {
	raw := make([]json.RawMessage, len(values))
	for i, v := range values {
		b, err := dumpAnswered(h, v)
		if err != nil {
			return b, err
		}
		raw[i] = b.Data
	}
	return jsonBlob(raw)
}

// answersSoFar returns the answers that are stored for a task. It omits the last one if the task did not end with it and
// the outermost run was started with another answer instead.
func (a *answering) answersSoFar(taskID string) []Value {
	stored, again := a.storedResumes(taskID)
	if again {
		return stored[:len(stored)-1]
	}
	return stored
}

// answersAgain reports whether answersSoFar omits an answer of the task.
func (a *answering) answersAgain(taskID string) bool {
	_, again := a.storedResumes(taskID)
	return again
}

// storedResumes returns all answers that are stored for a task. instead says that the last of them is replaced.
func (a *answering) storedResumes(taskID string) (stored []Value, instead bool) {
	root := a.run.root()
	c, may := root.command, root.o.AnswerAgain && root.command != nil
	index := -1 // of the question that gets another answer
	failed, ended := false, false
	for w := range a.run.pending.of(taskID) {
		if in, ok := w.value.(Interrupt); ok && may {
			if _, again := c.ResumeByID[in.ID]; again {
				index = in.Index
			}
		}
		if values, ok := w.value.([]Value); ok && w.channel == checkpoint.ChannelResume {
			stored = values
		}
		failed = failed || w.channel == checkpoint.ChannelError
		ended = ended || !checkpoint.IsSpecial(w.channel)
	}
	if may && c.ResumeByID == nil {
		index = len(stored) - 1
	}
	return stored, (failed || !ended) && index >= 0 && index == len(stored)-1
}

// nullWrites returns the writes of Commands since the checkpoint.
func (r *Run) nullWrites() []write {
	var writes []write
	for _, w := range r.pending.list {
		if w.taskID == checkpoint.NullTaskID {
			if i, ok := r.g.channelIndex[w.channel]; ok {
				writes = append(writes, write{i, w.value})
			}
		}
	}
	return writes
}

// DumpInterrupt makes the pending write of a question.
func DumpInterrupt(h Codec, in Interrupt) (checkpoint.Blob, error) {
	_, b, err := dumpInterrupt(h, in)
	return b, err
}

// AnswerData decodes the pending write of an answer: the answer, or an object with answers by the ids of their
// questions. used says that a task has used it.
func AnswerData(b checkpoint.Blob) (data checkpoint.Blob, used bool, err error) {
	var s storedAnswer
	if err := json.Unmarshal(b.Data, &s); err != nil {
		return data, false, fmt.Errorf("read an answer: %w", err)
	}
	raw := s.Value
	if s.ByID != nil {
		if raw, err = json.Marshal(s.ByID); err != nil {
			return data, false, err
		}
	}
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: raw}, s.Used, nil
}

// AnswersByID returns the answers in a pending write of answers by the ids of their questions; nil for a single answer,
// and for answers that were used.
func AnswersByID(b checkpoint.Blob) (map[string]checkpoint.Blob, error) {
	var s storedAnswer
	if err := json.Unmarshal(b.Data, &s); err != nil {
		return nil, fmt.Errorf("read an answer: %w", err)
	}
	if s.ByID == nil || s.Used {
		return nil, nil
	}
	byID := make(map[string]checkpoint.Blob, len(s.ByID))
	for id, raw := range s.ByID {
		byID[id] = checkpoint.Blob{Type: checkpoint.TypeJSON, Data: raw}
	}
	return byID, nil
}

// DumpAnswer makes the pending write of an answer; byID is used instead of value if it is not nil.
func DumpAnswer(h Codec, value Value, byID map[string]Value) (checkpoint.Blob, error) {
	return dumpAnswer(h, &answer{uid: "stored", value: value, plain: byID == nil, byID: byID})
}

// This file has Batch, which one Commit stores, and what a saver stores about a thread as a whole.

package checkpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Batch is what one Commit stores: all of it or nothing.
type Batch struct {
	// Key names the thread and the namespace. Key.ID is the checkpoint that Writes belong to.
	Key    Key
	Writes []TaskWrites
	// Checkpoint is the new checkpoint, or nil. Its ParentID need not be Key.ID.
	Checkpoint *Checkpoint
	// Forget has the ids of tasks whose writes to the checkpoint that Key names are not needed any more. They are
	// removed.
	Forget []string
	// Thread changes what is stored about the whole thread. It may be nil.
	Thread *ThreadUpdate
	// Pin is the script that the thread runs from now on, or nil. Savers that store no scripts ignore it.
	Pin *Pin
	// Sync says that someone is notified of the batch when Commit returns. A Saver that passes batches on later must
	// have passed on this one, and all before it, by then. A Syncer leaves that to its Sync.
	Sync bool
	// Outside says that Writes have the result of an effect that others can see, or of a function such as that of task(), which may
	// have had one: it happens again if they are not stored.
	Outside bool
	// If, if not nil, must hold for the batch to be stored; otherwise Commit returns ErrConflict.
	If *Condition
	// MaxState, if it is greater than 0, is how many bytes the values of the namespace at Checkpoint may have together, and the
	// writes to the checkpoint that Key names; otherwise Commit returns a *StateSizeError. The host of a worker sets it, since the
	// engine, which checks the same before, is in the worker then. Savers that do not know sizes ignore it.
	MaxState int64
	// Audit is what the batch adds to the audit log, or nil.
	Audit *Audit
}

// Condition holds if Newest is the newest checkpoint of the namespace, and its pending writes have this answer: the
// one that NullTaskID wrote to ChannelResume.
type Condition struct {
	Answer Blob // zero for none
}

// Holds reports whether the condition holds, given the newest checkpoint of the namespace with its pending writes.
func (c *Condition) Holds(key Key, newest string, writes []PendingWrite) bool {
	var answer Blob
	for _, w := range writes {
		if w.TaskID == NullTaskID && w.Channel == ChannelResume {
			answer = w.Value
		}
	}
	return key.ID == newest && answer.Type == c.Answer.Type && bytes.Equal(answer.Data, c.Answer.Data)
}

// Pin says which script a thread runs.
type Pin struct {
	Script *Script
	// Info is what else the caller needs to resume the thread, a JSON object. Threads are found by its fields path
	// and graph.
	Info json.RawMessage
	// Meta, if not nil, replaces the metadata of the thread. It is a JSON object.
	Meta json.RawMessage
}

// Script is a script as it was when a thread began. Scripts with the same Hash are the same; the caller decides what
// it computes the hash of.
type Script struct {
	Hash string
	Name string          // for people: the file's name, say
	Code []byte          // what runs
	Map  []byte          // its source map
	Info json.RawMessage // more about it: the files it was made of, for example
}

// Status of a thread.
type Status string

// The states a thread can be in.
const (
	StatusRunning     Status = "running"     // a run is active, or was when its process ended
	StatusInterrupted Status = "interrupted" // it waits for an answer, or before or after a node
	StatusDone        Status = "done"
	StatusError       Status = "error"
)

// ThreadUpdate changes what is stored about a thread as a whole.
type ThreadUpdate struct {
	Status Status
	// Interrupts are the questions that wait for an answer, in order.
	Interrupts []ThreadInterrupt
	// Error is the message of the error that ended the run, for StatusError.
	Error string
	// RunID is the id of the run that the update is of; "" if it has none.
	RunID string
}

// ThreadInterrupt is a question that waits for an answer.
type ThreadInterrupt struct {
	ID    string
	Node  string // name of the node that asked; of the innermost one in a subgraph
	NS    string // namespace of the task
	Value Blob
	// Deadline is when the question ends by itself; zero for never.
	Deadline time.Time
}

// Check returns an error if no Saver can store b: ErrNoThread, or an error that names writes or a checkpoint without
// an id, or a value whose version is not the checkpoint's. Commit calls it first.
func (b *Batch) Check() error {
	if b.Key.ThreadID == "" {
		return ErrNoThread
	}
	for _, w := range b.Writes {
		if len(w.Writes) > 0 && b.Key.ID == "" {
			return errors.New("the writes of a batch have no checkpoint: the id of its key is empty")
		}
		for _, p := range w.Writes {
			if p.TaskID != w.TaskID {
				return fmt.Errorf("the writes of task %s have one of task %s", w.TaskID, p.TaskID)
			}
			if p.Value.Base != 0 {
				return fmt.Errorf("the write of task %s to %q has a base: only values of channels grow", p.TaskID, p.Channel)
			}
		}
	}
	if b.Checkpoint == nil {
		return nil
	}
	if b.Checkpoint.ID == "" {
		return errors.New("a checkpoint has no id")
	}
	return b.Checkpoint.check()
}

// check compares the values with the versions. Both are usually in the same order, so the search for a channel
// continues where the last one ended.
func (cp *Checkpoint) check() error {
	versions := finderOf(cp.Versions)
	for _, v := range cp.Values {
		at := versions.Find(v.Channel)
		if at < 0 {
			return fmt.Errorf("channel %q has a value but no version", v.Channel)
		}
		if n := cp.Versions[at].N; n != v.Version {
			return fmt.Errorf("channel %q has version %d, its value %d", v.Channel, n, v.Version)
		}
		if v.Blob.Base != 0 && !IsArray(v.Blob.Data) {
			return fmt.Errorf("channel %q: what is added to version %d is not an array", v.Channel, v.Blob.Base)
		}
	}
	return nil
}

// This file reads threads. It needs no script.

package hitlrun

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// Thread is a thread in a list.
type Thread struct {
	ID         string    `json:"thread_id"`
	Status     Status    `json:"status"`
	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`
	Script     string    `json:"script,omitempty"`      // the file it was started with
	ScriptHash string    `json:"script_hash,omitempty"` // the version of it, see Script.Hash
	// ScriptChanged is FileChanged or FileGone if the file has changed or does not exist any more. It is set only with
	// ThreadFilter.Changes.
	ScriptChanged string      `json:"script_changed,omitempty"`
	Interrupts    []Interrupt `json:"interrupts"`
	Error         string      `json:"error,omitempty"`
	// Lost reports that the thread has StatusRunning but nobody works on it: its process ended before the thread was
	// done. Resume without a value continues it, and so does Recover.
	Lost bool `json:"lost,omitempty"`
	// Encrypted reports that the key is missing: Script, Interrupts and Error are empty.
	Encrypted bool `json:"encrypted,omitempty"`
	// Unread reports that Interrupts is empty because it is large and the list is brief, see ThreadFilter.Brief.
	Unread bool `json:"-"`
	// Grants are the permissions that the thread retains of its start; nil for none.
	Grants Grants `json:"grants,omitempty"`
	// Graph is the name of the export that is the graph.
	Graph string `json:"graph,omitempty"`
	// Metadata is what a program has stored about the thread, a JSON object; nil for none. See SetMetadata.
	Metadata json.RawMessage `json:"metadata,omitempty"`
	// File is the absolute path of Script, as Script.Path returns it.
	File string `json:"-"`
	// RunID is the id of the last run that changed the thread.
	RunID string `json:"-"`
	// CheckpointID is the id of the newest checkpoint of the outermost graph, "" for a thread that has not run.
	// Store.Thread sets it; in lists it is always "".
	CheckpointID string `json:"-"`
	// AskedAt is when the thread began to wait; nil if it does not wait.
	AskedAt *time.Time `json:"asked_at,omitempty"`
	// Cursor is the position of the thread in the list, for ThreadFilter.After.
	Cursor string `json:"-"`
}

// listed converts a thread for lists.
func (s *Store) listed(ctx context.Context, found *sqlite.Thread, changes bool, files *currentHashes) (Thread, error) {
	t := Thread{
		ID: found.ID, Status: Status(found.Status), CreatedAt: found.CreatedAt, UpdatedAt: found.UpdatedAt,
		Interrupts: questions(found), Error: found.Error, Encrypted: found.Sealed, Unread: found.Unread,
		Metadata: fieldsOrNil(found.Meta), RunID: found.RunID, CheckpointID: found.Head, Cursor: string(found.Cursor),
	}
	if found.Status == checkpoint.StatusInterrupted || len(t.Interrupts) > 0 || found.Unread {
		t.AskedAt = &found.UpdatedAt
	}
	var info scriptInfo
	if json.Unmarshal(found.Script.Info, &info) == nil {
		t.File = cmp.Or(info.File, info.Path)
		t.Script, t.ScriptHash, t.Graph, t.Grants = info.Path, info.Hash, info.Graph, info.Grants.some()
		if changes && found.Status != checkpoint.StatusDone {
			t.ScriptChanged = files.change(info)
		}
	}
	var err error
	t.Lost, err = s.db.Lost(ctx, found)
	return t, err
}

// questions returns the questions of a thread that wait for an answer. A thread that failed has those that other nodes asked
// beside the one that failed.
func questions(t *sqlite.Thread) []Interrupt {
	list := make([]Interrupt, 0, len(t.Interrupts))
	if t.Status != checkpoint.StatusInterrupted && t.Status != checkpoint.StatusError {
		return list
	}
	for _, in := range t.Interrupts {
		q := Interrupt{ID: in.ID, Value: value.PlainJSON(in.Value.Data), Node: in.Node}
		if !in.Deadline.IsZero() {
			q.Deadline = &in.Deadline
		}
		list = append(list, q)
	}
	return list
}

// State returns the state of a thread; ErrNoThread if the thread does not exist. It needs no script, and does not wait
// for an active run.
//
// The state is the newest checkpoint with the later writes of Commands. It does not have the writes of tasks that
// finished beside a task that waits: these come with the next checkpoint.
func (s *Store) State(ctx context.Context, threadID string) (*Result, error) {
	res, err := s.state(ctx, threadID)
	return notified(s, ctx, res, err)
}

func (s *Store) state(ctx context.Context, threadID string) (*Result, error) {
	return s.stateUpTo(ctx, threadID, 0)
}

// StateUpTo is State, but Values is nil if the values of the state have more than most bytes as they are stored; 0 means no limit.
func (s *Store) StateUpTo(ctx context.Context, threadID string, most int64) (*Result, error) {
	res, err := s.stateUpTo(ctx, threadID, most)
	return notified(s, ctx, res, err)
}

// stateUpTo returns the state without its values if these have more than most bytes; 0 means no limit.
func (s *Store) stateUpTo(ctx context.Context, threadID string, most int64) (*Result, error) {
	if threadID == "" {
		return nil, errorf(ErrNoThread, "a thread id is needed")
	}
	leave := false
	if most > 0 {
		size, err := s.StateSize(ctx, threadID, "", "", false, 0, nil)
		if err != nil {
			return nil, err
		}
		leave = size.Values > most
	}
	read := ctx
	if leave {
		read = brief(ctx)
	}
	t, tuple, err := s.saver.Standing(read, threadID)
	if err != nil {
		return nil, noThread(threadID, err)
	}
	res := &Result{ThreadID: t.ID, Status: Status(t.Status), Values: json.RawMessage("{}"), Interrupts: questions(t), Error: t.Error}
	if res.Lost, err = s.db.Lost(ctx, t); err != nil {
		return nil, err
	}
	var info scriptInfo
	_ = json.Unmarshal(t.Script.Info, &info) // a thread of another program has none
	res.Grants = info.Grants.some()
	if tuple == nil {
		return res, nil
	}
	if res.CheckpointID = tuple.Checkpoint.ID; leave {
		res.Values = nil
	} else {
		res.Values = plainState(tuple.Checkpoint)
	}
	res.Next, err = nextNodes(tuple, nil, functionOf(t), true)
	return res, err
}

// Snapshot is a checkpoint of a thread's history.
type Snapshot struct {
	CheckpointID string          `json:"checkpoint_id"`
	ParentID     string          `json:"parent_id,omitempty"`
	Step         int             `json:"step"`
	Source       string          `json:"source"`
	CreatedAt    time.Time       `json:"created_at"`
	Values       json.RawMessage `json:"values"`
	Next         []string        `json:"next"` // the nodes that ran after this checkpoint
}

// History returns the checkpoints of a thread, newest first, at most limit; 0 is all. A thread that does not exist
// gives ErrNoThread.
func (s *Store) History(ctx context.Context, threadID string, limit int) ([]Snapshot, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, err
	}
	var list []Snapshot
	var newest *checkpoint.Checkpoint
	for tuple, err := range s.saver.List(ctx, checkpoint.Key{ThreadID: threadID}, checkpoint.ListOptions{Limit: limit}) {
		if err != nil {
			return nil, err
		}
		cp := tuple.Checkpoint
		if newest == nil {
			newest = cp
		}
		next, err := nextNodes(tuple, newest, functionOf(t), false)
		if err != nil {
			return nil, err
		}
		list = append(list, Snapshot{
			CheckpointID: cp.ID, ParentID: cp.ParentID, Step: cp.Metadata.Step, Source: cp.Metadata.Source,
			CreatedAt: cp.CreatedAt, Values: plainState(cp), Next: next,
		})
	}
	return notified(s, ctx, list, nil)
}

// plainState returns the state as JSON: an object with its channels, or the value itself if the state is a single
// value, or what an entrypoint of the functional API returned.
func plainState(cp *checkpoint.Checkpoint) json.RawMessage {
	values, whole := runtime.StoredState(cp)
	if whole {
		return value.PlainJSON(values[0].Blob.Data)
	}
	size := 2
	for i := range values {
		size += len(values[i].Channel) + len(values[i].Blob.Data) + 16
	}
	out := append(make([]byte, 0, size), '{')
	for i := range values {
		v := &values[i]
		if string(v.Blob.Data) == checkpoint.Undefined {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		name, _ := json.Marshal(v.Channel)
		out = append(append(out, name...), ':')
		out = append(out, value.PlainJSON(v.Blob.Data)...)
	}
	return append(out, '}')
}

// nextNodes returns the nodes of the tasks that come next, see runtime.NextTasksOf.
func nextNodes(t *checkpoint.Tuple, newest *checkpoint.Checkpoint, function string, unfinished bool) ([]string, error) {
	tasks, err := runtime.NextTasksOf(t, newest, function, unfinished)
	if err != nil {
		err = errorf(ErrUnreadable, "%v", err)
	}
	next := make([]string, len(tasks))
	for i, task := range tasks {
		next[i] = task.Node
	}
	return next, err
}

// functionOf returns the name of the entrypoint of the functional API that a thread runs; "" if it runs a graph.
func functionOf(t *sqlite.Thread) string {
	var info scriptInfo
	_ = json.Unmarshal(t.Script.Info, &info) // a thread of another program has none
	return info.Function
}

// This file reads the state of threads in the form of LangGraph's getState, with the tasks that come next. It needs no
// script.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// StateSnapshot is the state of a thread, or of an inner graph of it, at a checkpoint.
type StateSnapshot struct {
	ThreadID     string
	CheckpointID string // "" for a thread that has not run
	ParentID     string
	NS           string
	Step         int
	Source       string
	Parents      map[string]string // the checkpoints of the graphs around an inner graph, by namespace
	RunID        string            // of the run that made the checkpoint; "" if an update made it, or an older hitlrun
	CreatedAt    time.Time
	Values       json.RawMessage
	Next         []string
	Tasks        []TaskState
}

// TaskState is a task of the superstep that comes after a checkpoint.
type TaskState struct {
	ID, Name   string
	Push       bool // a Send made the task
	Index      int  // which one
	Interrupts []Interrupt
	// Error is what the task failed with, Result what it wrote; each is nil if there is none.
	Error  *TaskError
	Result json.RawMessage
	// NS is the namespace of the inner graph that the task runs; "" if it has not run one. State is the state of that
	// graph, if the caller requested it.
	NS    string
	State *StateSnapshot
}

// TaskError is what a task failed with.
type TaskError struct {
	Name    string `json:"name"`
	Message string `json:"message"`
}

// StateAt returns the state of a thread at a checkpoint of namespace ns; the id "" is the newest checkpoint. If
// subgraphs is set, tasks have the states of the inner graphs that they run. A thread that has not run has an empty
// state. A thread or a checkpoint that does not exist gives ErrNoThread.
func (s *Store) StateAt(ctx context.Context, threadID, ns, checkpointID string, subgraphs bool) (*StateSnapshot, error) {
	state, err := s.stateAt(ctx, threadID, ns, checkpointID, subgraphs)
	return notified(s, ctx, state, err)
}

func (s *Store) stateAt(ctx context.Context, threadID, ns, checkpointID string, subgraphs bool) (*StateSnapshot, error) {
	read := ctx
	if ns != "" || checkpointID != "" { // another checkpoint is read below
		read = brief(ctx)
	}
	t, tuple, err := s.saver.Standing(read, threadID)
	if err != nil {
		return nil, noThread(threadID, err)
	}
	if ns != "" || checkpointID != "" {
		tuple, err = s.saver.Get(ctx, checkpoint.Key{ThreadID: threadID, NS: ns, ID: checkpointID})
		if errors.Is(err, checkpoint.ErrNotFound) {
			return nil, errorf(ErrNoThread, "thread %q has no checkpoint %q in the namespace %q",
				threadID, checkpointID, ns)
		}
		if err != nil {
			return nil, err
		}
	}
	if tuple == nil {
		return &StateSnapshot{ThreadID: threadID, Values: json.RawMessage("{}"), Next: []string{}, Tasks: []TaskState{}}, nil
	}
	var newest *checkpoint.Checkpoint
	if checkpointID != "" {
		if newest, err = s.newest(ctx, threadID, ns); err != nil {
			return nil, err
		}
	}
	return s.snapshotOf(ctx, t, tuple, newest, subgraphs)
}

// HistoryFilter selects states for StateHistory. The zero value selects all of the outermost graph.
type HistoryFilter struct {
	NS     string
	Before string // only checkpoints older than this one
	Limit  int    // 0 is all
}

// StateHistory returns the states of a thread that f selects, newest first. A thread that does not exist gives
// ErrNoThread.
func (s *Store) StateHistory(ctx context.Context, threadID string, f HistoryFilter) ([]StateSnapshot, error) {
	list := []StateSnapshot{}
	for state, err := range s.eachState(ctx, threadID, f) {
		if err != nil {
			return nil, err
		}
		list = append(list, *state)
	}
	return notified(s, ctx, list, nil)
}

// EachState is StateHistory one state at a time, for a history larger than memory. It does not return checkpoints that
// are committed during the loop and are newer. The sequence stops after the first error.
func (s *Store) EachState(ctx context.Context, threadID string, f HistoryFilter) iter.Seq2[*StateSnapshot, error] {
	return func(yield func(*StateSnapshot, error) bool) {
		for state, err := range s.eachState(ctx, threadID, f) {
			state, err = notified(s, ctx, state, err)
			if !yield(state, err) || err != nil {
				return
			}
		}
	}
}

func (s *Store) eachState(ctx context.Context, threadID string, f HistoryFilter) iter.Seq2[*StateSnapshot, error] {
	return func(yield func(*StateSnapshot, error) bool) {
		t, err := s.thread(ctx, threadID)
		if err != nil {
			yield(nil, err)
			return
		}
		newest, err := s.newest(ctx, threadID, f.NS)
		if err != nil {
			yield(nil, err)
			return
		}
		for tuple, err := range s.saver.List(ctx, checkpoint.Key{ThreadID: threadID, NS: f.NS}, checkpoint.ListOptions{Limit: f.Limit, Before: f.Before}) {
			var state *StateSnapshot
			if err == nil {
				state, err = s.snapshotOf(ctx, t, tuple, newest, false)
			}
			if !yield(state, err) || err != nil {
				return
			}
		}
	}
}

// newest returns the newest checkpoint of a namespace, an empty one if there is none.
func (s *Store) newest(ctx context.Context, threadID, ns string) (*checkpoint.Checkpoint, error) {
	tuple, err := s.saver.Get(brief(ctx), checkpoint.Key{ThreadID: threadID, NS: ns})
	if errors.Is(err, checkpoint.ErrNotFound) {
		return &checkpoint.Checkpoint{}, nil
	}
	if err != nil {
		return nil, err
	}
	return tuple.Checkpoint, nil
}

// snapshotOf returns the state at a stored checkpoint. newest is the newest one if the checkpoint is a part of the history,
// else nil.
func (s *Store) snapshotOf(ctx context.Context, t *sqlite.Thread, tuple *checkpoint.Tuple, newest *checkpoint.Checkpoint, subgraphs bool) (*StateSnapshot, error) {
	cp, now := tuple.Checkpoint, newest == nil
	state := &StateSnapshot{
		ThreadID: t.ID, CheckpointID: cp.ID, ParentID: cp.ParentID, NS: tuple.Key.NS, Step: cp.Metadata.Step, Source: cp.Metadata.Source,
		Parents: cp.Metadata.Parents, CreatedAt: cp.CreatedAt, Values: plainState(cp), Next: []string{}, Tasks: []TaskState{},
	}
	_ = json.Unmarshal(cp.Metadata.Extra[checkpoint.ExtraRun], &state.RunID) // "" if it is not there
	function := functionOf(t)
	if tuple.Key.NS != "" {
		function = ""
	}
	tasks, err := runtime.NextTasksOf(tuple, newest, function, false)
	if err != nil {
		return nil, errorf(ErrUnreadable, "%v", err)
	}
	waiting := map[string]bool{}
	for _, in := range questions(t) {
		waiting[in.ID] = true
	}
	for _, next := range tasks {
		task := TaskState{ID: next.ID, Name: next.Node, Push: next.State.Push, Index: next.State.Index, Interrupts: []Interrupt{}}
		for _, in := range next.State.Interrupts {
			if now && (next.Finished || tuple.Key.NS == "" && !waiting[in.ID]) {
				continue // the question was answered
			}
			task.Interrupts = append(task.Interrupts, Interrupt{ID: in.ID, Node: in.Node, Value: storedJSON(in.Value)})
		}
		if next.State.Error != nil && !next.Finished { // else it is of an earlier try
			task.Error = &TaskError{next.State.Error.Name, next.State.Error.Message}
		}
		if next.State.Result != nil {
			task.Result = storedJSON(next.State.Result)
		}
		if !now || !next.Finished {
			state.Next = append(state.Next, next.Node)
		}
		if err := s.innerState(ctx, t, &task, next.NS, subgraphs); err != nil {
			return nil, err
		}
		state.Tasks = append(state.Tasks, task)
	}
	return state, nil
}

// innerState adds the state of the inner graph that a task runs.
func (s *Store) innerState(ctx context.Context, t *sqlite.Thread, task *TaskState, ns string, deep bool) error {
	read := ctx
	if !deep {
		read = brief(ctx)
	}
	tuple, err := s.saver.Get(read, checkpoint.Key{ThreadID: t.ID, NS: ns})
	if errors.Is(err, checkpoint.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	task.NS = ns
	if deep {
		task.State, err = s.snapshotOf(ctx, t, tuple, nil, true)
	}
	return err
}

// storedJSON returns a value of a plan as plain JSON. A plan that was made without a script has values in their stored
// form.
func storedJSON(v runtime.Value) json.RawMessage {
	switch v := v.(type) {
	case checkpoint.Blob:
		return value.PlainJSON(v.Whole().Data)
	case []runtime.Field:
		out := []byte("{")
		for i, f := range v {
			if i > 0 {
				out = append(out, ',')
			}
			name, _ := json.Marshal(f.Name) // a string
			out = append(append(append(out, name...), ':'), storedJSON(f.Value)...)
		}
		return append(out, '}')
	case []runtime.Value:
		out := []byte("[")
		for i, item := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, storedJSON(item)...)
		}
		return append(out, ']')
	case nil:
		return json.RawMessage("null")
	}
	data, err := json.Marshal(v)
	if err != nil {
		data, _ = json.Marshal(fmt.Sprint(v)) // a string
	}
	return data
}

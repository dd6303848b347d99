// This file reads the state of a thread: snapshots of checkpoints.

package runtime

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// StateSnapshot is the state of a thread at a checkpoint.
type StateSnapshot struct {
	Key      checkpoint.Key // with the id of the checkpoint, "" if there is none
	ParentID string
	Values   Value // an object with the channels that have a value
	// LoadValues, if not nil, loads the values that Values would have: a history is read without values that nobody
	// uses.
	LoadValues func() (Value, error)
	Next       []string
	Tasks      []TaskState
	Metadata   *checkpoint.Metadata // nil if there is no checkpoint
	CreatedAt  time.Time
}

// TaskState is a task of the superstep that comes after a checkpoint.
type TaskState struct {
	ID         string
	Name       string
	Push       bool // a Send made it
	Index      int  // which Send
	Error      *TaskError
	Interrupts []Interrupt
	Result     Value // what it wrote, nil if it did not end
	// NS is the namespace of the inner graph that the task runs, "" if its node runs none. State is the state of that
	// graph, if the caller requested it.
	NS    string
	State *StateSnapshot
}

// TaskError is what a task failed with.
type TaskError struct{ Name, Message string }

// StateOptions narrow State.
type StateOptions struct {
	// Subgraph returns the graph that a node runs; with it, State includes the state of inner graphs.
	Subgraph func(n *NodeSpec) *Graph
	// ResumeIsWrite omits from Next a task that was answered once and waits again, as LangGraph.js 1 does.
	ResumeIsWrite bool
}

// State returns the state of a thread: that of its newest checkpoint with the writes of finished tasks, or that of the
// checkpoint that key names, unchanged. A thread without checkpoints has an empty state.
func (g *Graph) State(ctx context.Context, h Host, s checkpoint.Saver, key checkpoint.Key, o StateOptions) (*StateSnapshot, error) {
	tuple, err := s.Get(ctx, key)
	if errors.Is(err, checkpoint.ErrNotFound) {
		return &StateSnapshot{Key: key, Values: h.Object(nil)}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("load thread %q: %w", key.ThreadID, err)
	}
	return g.snapshot(ctx, h, s, tuple, key.ID == "", o)
}

// History returns the states of a thread, newest first.
func (g *Graph) History(ctx context.Context, h Host, s checkpoint.Saver, key checkpoint.Key, lo checkpoint.ListOptions, o StateOptions) iter.Seq2[*StateSnapshot, error] {
	return func(yield func(*StateSnapshot, error) bool) {
		for tuple, err := range s.List(ctx, key, lo) {
			if err != nil {
				yield(nil, err)
				return
			}
			snapshot, err := g.snapshot(ctx, h, s, tuple, false, StateOptions{})
			if !yield(snapshot, err) || err != nil {
				return
			}
		}
	}
}

// snapshot returns the state at tuple. now says that tuple is the newest checkpoint, and not a part of the history.
func (g *Graph) snapshot(ctx context.Context, h Host, s checkpoint.Saver, tuple *checkpoint.Tuple, now bool, o StateOptions) (*StateSnapshot, error) {
	r := newRun(ctx, g, h, Options{Saver: s, ThreadID: tuple.Key.ThreadID})
	r.ns, r.stream.out = tuple.Key.NS, g.output
	r.state.lazy = !now && !writesState(tuple)
	tasks, err := r.planFrom(tuple)
	if err != nil {
		return nil, err
	}
	r.tasks = tasks
	snapshot := &StateSnapshot{
		Key: tuple.Key, ParentID: tuple.Checkpoint.ParentID,
		Metadata: &tuple.Checkpoint.Metadata, CreatedAt: tuple.Checkpoint.CreatedAt,
	}
	answered := map[string]bool{}
	if now && tuple.Key.NS == "" {
		if answered, err = answeredQuestions(ctx, s, tuple); err != nil {
			return nil, err
		}
	}
	var done []*Task
	for _, t := range tasks {
		ts, err := r.taskState(t, now, o)
		if err != nil {
			return nil, err
		}
		asked := len(ts.Interrupts)
		ts.Interrupts = slices.DeleteFunc(ts.Interrupts, func(in Interrupt) bool { return answered[in.ID] })
		snapshot.Tasks = append(snapshot.Tasks, ts)
		stopped := asked > 0 && len(ts.Interrupts) == 0
		if now && len(t.writes) > 0 {
			done = append(done, t)
		} else if !now || !o.ResumeIsWrite || len(t.resumes) == 0 || stopped {
			snapshot.Next = append(snapshot.Next, t.node.Name)
		}
	}
	if len(done) > 0 {
		if err := r.state.apply(done, nil); err != nil {
			return nil, err
		}
	}
	if r.state.lazy {
		snapshot.LoadValues = func() (Value, error) {
			if err := r.loadState(tuple); err != nil {
				return nil, err
			}
			return r.readState(), nil
		}
		return snapshot, nil
	}
	snapshot.Values = r.readState()
	return snapshot, nil
}

// writesState reports whether a Command has written to the state at tuple.
func writesState(tuple *checkpoint.Tuple) bool {
	return slices.ContainsFunc(tuple.Writes, func(w checkpoint.PendingWrite) bool {
		return w.TaskID == checkpoint.NullTaskID && !checkpoint.IsSpecial(w.Channel)
	})
}

// readState returns all channels of the state that have a value.
func (r *Run) readState() Value {
	if r.g.function {
		return r.stream.readOutput()
	}
	if r.g.root {
		v, _ := r.state.channels[0].get()
		return v
	}
	if r.g.wired {
		return r.shownState()
	}
	all := make([]int, r.g.stateSize)
	for i := range all {
		all[i] = i
	}
	return r.h.Object(r.state.values(all))
}

// taskState returns the state of t, and gives t its stored writes.
func (r *Run) taskState(t *Task, now bool, o StateOptions) (TaskState, error) {
	ts, writes := r.taskSoFar(t)
	t.writes = writes
	if now && len(writes) > 0 {
		ts.Interrupts = nil
	}
	if o.Subgraph == nil || ts.NS == "" {
		return ts, nil
	}
	inner := o.Subgraph(t.Node)
	if inner == nil {
		return ts, nil
	}
	var err error
	ts.State, err = inner.State(r.ctx, r.h, r.o.Saver, checkpoint.Key{ThreadID: r.o.ThreadID, NS: ts.NS}, o)
	return ts, err
}

// taskSoFar returns what the pending writes say about t: its questions or its error, and what it wrote.
func (r *Run) taskSoFar(t *Task) (TaskState, []write) {
	ts := TaskState{ID: t.ID(), Name: t.node.Name, Push: t.send >= 0, Index: max(t.send, 0)}
	var writes []write
	for w := range r.pending.of(ts.ID) {
		switch v := w.value.(type) {
		case Interrupt:
			if v.NS == "" { // of a saver that stores only what scripts see
				v.NS, v.Node = t.NS(), t.node.Name
			}
			ts.Interrupts = append(ts.Interrupts, v)
		case storedError:
			ts.Error = &TaskError{v.Name, v.Message}
		default:
			if c, ok := r.g.channelIndex[w.channel]; ok {
				writes = append(writes, write{c, w.value})
			} else if w.channel == checkpoint.ChannelNoWrites || w.channel == checkpoint.ChannelErrorSource {
				writes = append(writes, write{chNoWrites, nil})
			}
		}
	}
	if ts.Error == nil && len(ts.Interrupts) == 0 {
		if fields := r.stream.resultOf(writes); len(fields) > 0 && (r.g.function || r.g.singleShown) {
			ts.Result = fields[0].Value
		} else if len(fields) > 0 {
			ts.Result = r.h.Object(fields)
		}
	}
	if t.node.Subgraph {
		ts.NS = t.NS()
	}
	return ts, writes
}

// snapshotNow returns the current state of a run, with the tasks that come next.
func (r *Run) snapshotNow() *StateSnapshot {
	s := &StateSnapshot{
		Key:      checkpoint.Key{ThreadID: r.o.ThreadID, NS: r.ns, ID: r.cp.id},
		ParentID: r.cp.parentID, Values: r.readState(), Metadata: &r.cp.meta, CreatedAt: r.now(),
	}
	for _, t := range r.tasks {
		s.Next = append(s.Next, t.node.Name)
		ts, _ := r.taskSoFar(t)
		s.Tasks = append(s.Tasks, ts)
	}
	return s
}

// pendingInterrupts returns the questions of s and of the graphs inside of it.
func (s *StateSnapshot) pendingInterrupts() []Interrupt {
	var all []Interrupt
	for _, t := range s.Tasks {
		all = append(all, t.Interrupts...)
	}
	return slices.Clip(all)
}

// Interrupts returns the questions that wait for an answer.
func (s *StateSnapshot) Interrupts() []Interrupt { return s.pendingInterrupts() }

// This file has the sizes of states, and reads that leave out the values of a state.

package hitlrun

import (
	"context"
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/runtime"
)

// StateSize is how large what StateAt reads is, in bytes as it is stored. It takes several times this in memory.
type StateSize struct {
	Values int64 // the values of the checkpoint
	Writes int64 // what tasks have written after it: their questions, results and errors
	Inner  int64 // the states of inner graphs, with their writes
}

// Total returns the sum.
func (s StateSize) Total() int64 { return s.Values + s.Writes + s.Inner }

// StateSize returns the size of what StateAt returns for the same arguments, without reading it; zero for a thread or a checkpoint
// that does not exist. The sizes of a store that is not in a SQLite file are not known: they are zero, too.
func (s *Store) StateSize(ctx context.Context, threadID, ns, checkpointID string, subgraphs bool) (size StateSize, err error) {
	db, ok := s.saver.(*sqlite.Store)
	if !ok {
		return size, nil
	}
	size.Values, size.Writes, err = db.StateBytes(ctx, checkpoint.Key{ThreadID: threadID, NS: ns, ID: checkpointID})
	if err != nil || !subgraphs || size.Total() == 0 {
		return size, err
	}
	state, err := s.tasksAt(ctx, threadID, ns, checkpointID, true)
	if err != nil && !errors.Is(err, ErrNoThread) && !errors.Is(err, ErrUnreadable) {
		return size, err
	}
	if err == nil {
		size.Inner, err = innerSize(ctx, db, state)
	}
	return size, err
}

// innerSize returns the size of the states of the inner graphs of a state.
func innerSize(ctx context.Context, db *sqlite.Store, state *StateSnapshot) (size int64, err error) {
	for _, task := range state.Tasks {
		if task.State == nil {
			continue
		}
		values, writes, err := db.StateBytes(ctx, checkpoint.Key{ThreadID: state.ThreadID, NS: task.State.NS, ID: task.State.CheckpointID})
		if err != nil {
			return 0, err
		}
		inner, err := innerSize(ctx, db, task.State)
		if err != nil {
			return 0, err
		}
		size += values + writes + inner
	}
	return size, nil
}

// ThreadSize returns how many bytes the questions of a thread have, which Thread reads; zero for a thread that does not exist. It takes
// several times this in memory.
func (s *Store) ThreadSize(ctx context.Context, threadID string) (int64, error) {
	return s.db.ThreadBytes(ctx, threadID)
}

// HistorySize returns the size of the largest state that EachState returns for f, with what its tasks have written, without reading
// them. It is zero for a store that is not in a SQLite file.
func (s *Store) HistorySize(ctx context.Context, threadID string, f HistoryFilter) (int64, error) {
	db, ok := s.saver.(*sqlite.Store)
	if !ok {
		return 0, nil
	}
	return db.LargestState(ctx, checkpoint.Key{ThreadID: threadID, NS: f.NS}, checkpoint.ListOptions{Limit: f.Limit, Before: f.Before})
}

// TasksAt is StateAt without the values of the state, which may be large: Values is nil.
func (s *Store) TasksAt(ctx context.Context, threadID, ns, checkpointID string, subgraphs bool) (*StateSnapshot, error) {
	state, err := s.tasksAt(ctx, threadID, ns, checkpointID, subgraphs)
	return notified(s, ctx, state, err)
}

func (s *Store) tasksAt(ctx context.Context, threadID, ns, checkpointID string, subgraphs bool) (*StateSnapshot, error) {
	state, err := s.stateAt(brief(ctx), threadID, ns, checkpointID, subgraphs)
	if err == nil {
		dropValues(state)
	}
	return state, err
}

func dropValues(state *StateSnapshot) {
	state.Values = nil
	for i := range state.Tasks {
		if inner := state.Tasks[i].State; inner != nil {
			dropValues(inner)
		}
	}
}

// brief returns a context for reads that need no values of the state.
func brief(ctx context.Context) context.Context { return checkpoint.Brief(ctx, runtime.OfState) }

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
	Writes int64 // what tasks have written after it: their questions, results and errors; and what the thread has of the questions
	Inner  int64 // the states of inner graphs, with their writes
}

// Total returns the sum.
func (s StateSize) Total() int64 { return s.Values + s.Writes + s.Inner }

// StateSize returns the size of what StateAt returns for the same arguments, without reading it; zero for a thread or a checkpoint
// that does not exist. With subgraphs it reads which tasks come next in each inner graph, one after the other: it calls room with the
// size of what it is about to read, when what it has read before is not in memory any more. It ends when the inner graphs have more
// than most bytes. The sizes of a store that is not in a SQLite file are not known: they are zero, too.
func (s *Store) StateSize(ctx context.Context, threadID, ns, checkpointID string, subgraphs bool, most int64, room func(bytes int64) error) (size StateSize, err error) {
	db, ok := s.saver.(*sqlite.Store)
	if !ok {
		return size, nil
	}
	key := checkpoint.Key{ThreadID: threadID, NS: ns, ID: checkpointID}
	if size.Values, size.Writes, err = db.StateBytes(ctx, key); err != nil {
		return size, err
	}
	asked, err := db.ThreadBytes(ctx, threadID)
	size.Writes += asked
	if err != nil || !subgraphs || size.Total() == 0 {
		return size, err
	}
	_, err = s.tree(ctx, key, room, func(key checkpoint.Key) error {
		values, writes, err := db.StateBytes(ctx, key)
		if size.Inner += values + writes; err == nil && size.Inner > most {
			err = errEnough
		}
		return err
	})
	if errors.Is(err, ErrNoThread) || errors.Is(err, ErrUnreadable) || errors.Is(err, errEnough) {
		err = nil
	}
	return size, err
}

var errEnough = errors.New("the size is large enough")

// TasksSize returns the size of what TasksAt reads, as StateSize does.
func (s *Store) TasksSize(ctx context.Context, threadID, ns, checkpointID string) (int64, error) {
	db, ok := s.saver.(*sqlite.Store)
	if !ok {
		return 0, nil
	}
	values, writes, err := db.StateBytes(brief(ctx), checkpoint.Key{ThreadID: threadID, NS: ns, ID: checkpointID})
	if err != nil {
		return 0, err
	}
	asked, err := db.ThreadBytes(ctx, threadID)
	return values + writes + asked, err
}

// TreeTask is a task that comes next, with those of the inner graph that it runs.
type TreeTask struct {
	ID, Name string
	Inner    []TreeTask
}

// Tree returns the tasks that come next in a thread, with those of its inner graphs, one graph after the other: see StateSize for room. It
// reads neither values of states nor what tasks have written, but for their questions.
func (s *Store) Tree(ctx context.Context, threadID string, room func(bytes int64) error) ([]TreeTask, error) {
	tree, err := s.tree(ctx, checkpoint.Key{ThreadID: threadID}, room, func(checkpoint.Key) error { return nil })
	return notified(s, ctx, tree, err)
}

// tree is Tree at a checkpoint. It calls inner with the key of each inner graph before that is read.
func (s *Store) tree(ctx context.Context, key checkpoint.Key, room func(bytes int64) error, inner func(checkpoint.Key) error) ([]TreeTask, error) {
	size, err := s.ThreadSize(ctx, key.ThreadID)
	if err == nil {
		err = room(size)
	}
	if err != nil {
		return nil, err
	}
	t, err := s.thread(ctx, key.ThreadID)
	if err != nil {
		return nil, err
	}
	function := ""
	if key.NS == "" {
		function = functionOf(t)
	}
	tasks, err := s.outlineOf(ctx, key, function, room)
	if errors.Is(err, checkpoint.ErrNotFound) {
		return []TreeTask{}, nil // it has not run
	}
	if err != nil {
		return nil, err
	}
	return s.treeOf(ctx, key.ThreadID, tasks, room, inner)
}

// treeOf returns tasks, with those of their inner graphs.
func (s *Store) treeOf(ctx context.Context, threadID string, tasks []outlined, room func(bytes int64) error, inner func(checkpoint.Key) error) ([]TreeTask, error) {
	list := make([]TreeTask, len(tasks))
	for i, task := range tasks {
		list[i] = TreeTask{ID: task.id, Name: task.node}
		key := checkpoint.Key{ThreadID: threadID, NS: task.ns}
		within, err := s.outlineOf(ctx, key, "", room)
		if errors.Is(err, checkpoint.ErrNotFound) {
			continue
		}
		if err == nil {
			err = inner(key)
		}
		if err == nil {
			list[i].Inner, err = s.treeOf(ctx, threadID, within, room, inner)
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// outlined is what is kept of a task that comes next while its inner graph is read.
type outlined struct{ id, node, ns string }

// outlineOf returns the tasks that come next at a checkpoint.
func (s *Store) outlineOf(ctx context.Context, key checkpoint.Key, function string, room func(bytes int64) error) ([]outlined, error) {
	ctx = checkpoint.Outline(ctx, runtime.OfState, runtime.OfTask)
	if db, ok := s.saver.(*sqlite.Store); ok {
		values, writes, err := db.StateBytes(ctx, key)
		if err == nil {
			err = room(values + writes)
		}
		if err != nil {
			return nil, err
		}
	}
	tuple, err := s.saver.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	next, err := runtime.NextTasksOf(tuple, nil, function, false)
	if err != nil {
		return nil, errorf(ErrUnreadable, "%v", err)
	}
	tasks := make([]outlined, len(next))
	for i := range next {
		tasks[i] = outlined{next[i].ID, next[i].Node, next[i].NS}
	}
	return tasks, nil
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
	largest, _, err := db.LargestState(ctx, checkpoint.Key{ThreadID: threadID, NS: f.NS}, checkpoint.ListOptions{Limit: f.Limit, Before: f.Before})
	if err != nil {
		return 0, err
	}
	asked, err := db.ThreadBytes(ctx, threadID)
	return largest + asked, err
}

// CopySize returns the size of the largest state of a thread, in any namespace, with what its tasks have written, and of its questions,
// without reading them. CopyThread has a state and its parent in memory. It is zero for a store that is not in a SQLite file.
func (s *Store) CopySize(ctx context.Context, threadID string) (int64, error) {
	db, ok := s.saver.(*sqlite.Store)
	if !ok {
		return 0, nil
	}
	spaces, err := db.Namespaces(ctx, threadID, "")
	if err != nil {
		return 0, err
	}
	largest := int64(0)
	for _, ns := range spaces {
		size, _, err := db.LargestState(ctx, checkpoint.Key{ThreadID: threadID, NS: ns}, checkpoint.ListOptions{})
		if err != nil {
			return 0, err
		}
		largest = max(largest, size)
	}
	asked, err := db.ThreadBytes(ctx, threadID)
	return largest + asked, err
}

// TasksAt is StateAt without the values of the state, which may be large, and without inner states: Values is nil.
func (s *Store) TasksAt(ctx context.Context, threadID, ns, checkpointID string) (*StateSnapshot, error) {
	state, err := s.stateAt(brief(ctx), threadID, ns, checkpointID, false)
	if err == nil {
		state.Values = nil
	}
	return notified(s, ctx, state, err)
}

// brief returns a context for reads that need no values of the state.
func brief(ctx context.Context) context.Context { return checkpoint.Brief(ctx, runtime.OfState) }

// This file finds what waits on a thread whose run was stopped: questions, and tasks that did not come to an end.

package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// WaitingQuestions returns the questions of a thread that nobody has answered, also those of subgraphs, in the order in which
// they were asked. It reads only what is stored: the run that asked them may have been stopped before its superstep ended. The
// thread must not be running. A thread that has not run gives checkpoint.ErrNotFound.
func WaitingQuestions(ctx context.Context, saver checkpoint.Saver, threadID string) ([]checkpoint.ThreadInterrupt, error) {
	root, given, err := standing(ctx, saver, threadID)
	if err != nil {
		return nil, err
	}
	return waitingAt(ctx, saver, root, &given)
}

// waitingAt returns the questions without an answer at the newest checkpoint of a thread. given is the answer that no task has
// used.
func waitingAt(ctx context.Context, saver checkpoint.Saver, root *checkpoint.Tuple, given *storedAnswer) ([]checkpoint.ThreadInterrupt, error) {
	var list []checkpoint.ThreadInterrupt
	for _, w := range root.Writes {
		if w.Channel != checkpoint.ChannelInterrupt || ended(root.Writes, w.TaskID) {
			continue
		}
		var s storedInterrupt
		if err := json.Unmarshal(w.Value.Data, &s); err != nil {
			return nil, fmt.Errorf("read an interrupt: %w", err)
		}
		list = slices.DeleteFunc(list, func(in checkpoint.ThreadInterrupt) bool { return in.ID == s.ID }) // asked again
		waits, err := waits(ctx, saver, root, &s, given.has(s.ID))
		if err != nil {
			return nil, err
		}
		if !waits {
			continue
		}
		in := checkpoint.ThreadInterrupt{ID: s.ID, Node: s.Node, NS: s.NS, Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: s.Value}}
		if s.Deadline != 0 {
			in.Deadline = time.UnixMilli(s.Deadline)
		}
		list = append(list, in)
	}
	return list, nil
}

// ended reports whether a task has written its result.
func ended(writes []checkpoint.PendingWrite, taskID string) bool {
	return slices.ContainsFunc(writes, func(w checkpoint.PendingWrite) bool { return w.TaskID == taskID && !checkpoint.IsSpecial(w.Channel) })
}

// waits reports whether a question has no answer: in the innermost namespace that has a checkpoint, its task has neither used
// an answer to it nor ended. given says that the thread has an answer that the task may use.
func waits(ctx context.Context, saver checkpoint.Saver, root *checkpoint.Tuple, in *storedInterrupt, given bool) (bool, error) {
	if in.ID == "" || given {
		return false, nil
	}
	tuple, err := innermost(ctx, saver, root, in.NS)
	if err != nil {
		return false, err
	}
	for _, t := range tasksThatAsked(tuple.Writes, in.ID) {
		if !t.ended && t.answers <= t.index {
			return true, nil
		}
	}
	return false, nil
}

// innermost returns the newest checkpoint of the innermost graph around the task with the namespace ns that has one.
func innermost(ctx context.Context, saver checkpoint.Saver, root *checkpoint.Tuple, ns string) (*checkpoint.Tuple, error) {
	for {
		ns = ns[:max(0, strings.LastIndexByte(ns, '|'))]
		if ns == "" {
			return root, nil
		}
		tuple, err := saver.Get(ctx, checkpoint.Key{ThreadID: root.Key.ThreadID, NS: ns})
		if !errors.Is(err, checkpoint.ErrNotFound) {
			return tuple, err
		}
	}
}

// Stopped reports whether a thread that has questions also has tasks that neither ended nor ask: their run was stopped before
// that. function is the name of the entrypoint of the functional API, "" for a graph.
func Stopped(ctx context.Context, saver checkpoint.Saver, threadID, function string) (bool, error) {
	root, given, err := standing(ctx, saver, threadID)
	if err != nil {
		return false, err
	}
	waiting, err := waitingAt(ctx, saver, root, &given)
	if err != nil {
		return false, err
	}
	graphs := map[string]*checkpoint.Tuple{"": root}
	for _, in := range waiting {
		for ns := in.NS; ns != ""; {
			tuple, err := innermost(ctx, saver, root, ns)
			if err != nil {
				return false, err
			}
			ns = tuple.Key.NS
			graphs[ns] = tuple
		}
	}
	for ns, tuple := range graphs {
		name := ""
		if ns == "" {
			name = function
		}
		next, err := NextTasks(tuple, name, true)
		if err != nil {
			return false, err
		}
		for _, task := range next {
			asks := func(w checkpoint.PendingWrite) bool {
				id, _, _ := interruptOf(w.Value)
				return w.TaskID == task.ID && w.Channel == checkpoint.ChannelInterrupt && slices.ContainsFunc(waiting, func(in checkpoint.ThreadInterrupt) bool { return in.ID == id })
			}
			if !slices.ContainsFunc(tuple.Writes, asks) {
				return true, nil
			}
		}
	}
	return false, nil
}

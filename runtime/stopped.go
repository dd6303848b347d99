// This file finds what waits on a thread whose run was stopped: questions, and tasks that did not come to an end.

package runtime

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// WaitingQuestions returns the questions of a thread that nobody has answered, also those of subgraphs, in the order in which
// they were asked. It reads only what is stored: the run that asked them may have been stopped before its superstep ended. The
// thread must not be running. A thread that has not run gives checkpoint.ErrNotFound.
func WaitingQuestions(ctx context.Context, saver checkpoint.Saver, threadID string) ([]checkpoint.ThreadInterrupt, error) {
	s, err := readStanding(ctx, saver, threadID)
	if err != nil {
		return nil, err
	}
	return s.waiting()
}

// waiting returns the questions without an answer.
func (s *standing) waiting() ([]checkpoint.ThreadInterrupt, error) {
	ended := map[string]bool{}
	for _, w := range s.root.Writes {
		if !checkpoint.IsSpecial(w.Channel) {
			ended[w.TaskID] = true
		}
	}
	var list []checkpoint.ThreadInterrupt
	at := map[string]int{} // where list has a question
	for _, w := range s.root.Writes {
		if w.Channel != checkpoint.ChannelInterrupt || ended[w.TaskID] {
			continue
		}
		in, err := decodeInterrupt(w.Value.Data)
		if err != nil {
			return nil, fmt.Errorf("read an interrupt: %w", err)
		}
		if i, ok := at[in.ID]; ok { // asked again
			list[i].ID = ""
			delete(at, in.ID)
		}
		waits, err := s.waits(in.ID, in.NS, s.given.has(in.ID))
		if err != nil {
			return nil, err
		}
		if !waits {
			continue
		}
		shown := checkpoint.ThreadInterrupt{ID: in.ID, Node: in.Node, NS: in.NS, Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: in.Value}}
		if in.Deadline != 0 {
			shown.Deadline = time.UnixMilli(in.Deadline)
		}
		at[in.ID] = len(list)
		list = append(list, shown)
	}
	return slices.DeleteFunc(list, func(in checkpoint.ThreadInterrupt) bool { return in.ID == "" }), nil
}

// Stopped reports whether a thread that has questions also has tasks that neither ended nor ask: their run was stopped before
// that. function is the name of the entrypoint of the functional API, "" for a graph.
func Stopped(ctx context.Context, saver checkpoint.Saver, threadID, function string) (bool, error) {
	s, err := readStanding(ctx, saver, threadID)
	if err != nil {
		return false, err
	}
	waiting, err := s.waiting()
	if err != nil {
		return false, err
	}
	waits, graphs := map[string]bool{}, map[string]bool{"": true}
	for _, in := range waiting {
		waits[in.ID] = true
		for ns := in.NS; ns != ""; {
			if ns, err = s.innermost(ns); err != nil {
				return false, err
			}
			if graphs[ns] {
				break // and so are those around it
			}
			graphs[ns] = true
		}
	}
	for ns := range graphs {
		tuple, name := s.root, function
		if ns != "" {
			name = ""
			if tuple, err = saver.Get(ctx, checkpoint.Key{ThreadID: threadID, NS: ns}); err != nil {
				return false, err
			}
		}
		next, err := NextTasks(tuple, name, true)
		if err != nil {
			return false, err
		}
		asks := map[string]bool{} // tasks with a question that waits
		for _, w := range tuple.Writes {
			if w.Channel == checkpoint.ChannelInterrupt {
				id, _, _ := interruptOf(w.Value)
				asks[w.TaskID] = asks[w.TaskID] || waits[id]
			}
		}
		for _, task := range next {
			if !asks[task.ID] {
				return true, nil
			}
		}
	}
	return false, nil
}

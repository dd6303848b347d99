// This file finds the questions whose answer a node did not end with, so that another answer can replace it.

package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// FailedAnswers returns the ids, of those that begin with prefix, of the questions of a thread whose nodes did not end
// with the answer: they failed, or the run ended before they did, because of a limit for example. It includes subgraphs
// of any depth. A thread that has not run has none. The thread must not be running.
func FailedAnswers(ctx context.Context, saver checkpoint.Saver, threadID, prefix string) ([]string, error) {
	root, given, err := standing(ctx, saver, threadID)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, w := range root.Writes {
		if w.Channel != checkpoint.ChannelInterrupt {
			continue
		}
		id, ns, _ := interruptOf(w.Value)
		if !strings.HasPrefix(id, prefix) || slices.Contains(ids, id) {
			continue
		}
		stuck, err := stuckWithAnswer(ctx, saver, root, id, ns, given.has(id))
		if err != nil {
			return nil, err
		}
		if stuck {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// stuck reports whether the saver has an answer to a question with which its task has not ended.
func (r *Run) stuck(in Interrupt) (bool, error) {
	ctx := context.WithoutCancel(r.ctx)
	root, given, err := standing(ctx, r.o.Saver, r.o.ThreadID)
	if err != nil {
		return false, err
	}
	return stuckWithAnswer(ctx, r.o.Saver, root, in.ID, in.NS, given.has(in.ID))
}

// standing returns the newest checkpoint of a thread, and the answer that no task has used; that is stored in the namespace of
// the thread for all subgraphs.
func standing(ctx context.Context, saver checkpoint.Saver, threadID string) (root *checkpoint.Tuple, given storedAnswer, err error) {
	root, err = saver.Get(ctx, checkpoint.Key{ThreadID: threadID})
	if err != nil {
		return nil, given, err
	}
	for _, w := range root.Writes {
		if w.TaskID == checkpoint.NullTaskID && w.Channel == checkpoint.ChannelResume {
			if err := json.Unmarshal(w.Value.Data, &given); err != nil {
				return nil, given, fmt.Errorf("read an answer: %w", err)
			}
		}
	}
	return root, given, nil
}

// has reports whether a task may still use the answer for the question.
func (s *storedAnswer) has(id string) bool {
	if s.UID == "" || s.Used {
		return false
	}
	_, named := s.ByID[id]
	return named || s.ByID == nil
}

// stuckWithAnswer reports whether the task that asked a question did not end with an answer. ns is the namespace of the
// task. The graph of the task stores a failure in one of the namespaces that lead to ns, and what the task has not
// ended with in the innermost of them that has a checkpoint. given says that the thread has an answer that the task
// may use.
func stuckWithAnswer(ctx context.Context, saver checkpoint.Saver, root *checkpoint.Tuple, id, ns string, given bool) (bool, error) {
	innermost := true
	for ns != "" {
		ns = ns[:max(0, strings.LastIndexByte(ns, '|'))]
		tuple := root
		if ns != "" {
			var err error
			tuple, err = saver.Get(ctx, checkpoint.Key{ThreadID: root.Key.ThreadID, NS: ns})
			if errors.Is(err, checkpoint.ErrNotFound) {
				continue
			}
			if err != nil {
				return false, err
			}
		}
		for _, t := range tasksThatAsked(tuple.Writes, id) {
			if t.answers > 0 && t.failed || innermost && !t.ended && (t.answers > t.index || given) {
				return true, nil
			}
		}
		innermost = false
	}
	return false, nil
}

// askedTask is what the pending writes say of a task that asked a question.
type askedTask struct {
	index         int // of the question
	answers       int // that the task has used, as far as it is stored
	failed, ended bool
}

// tasksThatAsked returns the tasks that asked the question.
func tasksThatAsked(writes []checkpoint.PendingWrite, id string) map[string]*askedTask {
	tasks := map[string]*askedTask{}
	for _, w := range writes {
		if w.Channel == checkpoint.ChannelInterrupt && w.TaskID != checkpoint.NullTaskID {
			if found, _, index := interruptOf(w.Value); found == id {
				tasks[w.TaskID] = &askedTask{index: index}
			}
		}
	}
	for _, w := range writes {
		t := tasks[w.TaskID]
		if t == nil {
			continue
		}
		switch {
		case w.Channel == checkpoint.ChannelError:
			t.failed = true
		case w.Channel == checkpoint.ChannelResume:
			var answers []json.RawMessage
			_ = json.Unmarshal(w.Value.Data, &answers)
			t.answers = len(answers)
		case !checkpoint.IsSpecial(w.Channel):
			t.ended = true
		}
	}
	return tasks
}

// interruptOf returns the id of the question in a pending write, "" if it has none, the namespace of the task that
// asked, and how many questions the task asked before.
func interruptOf(b checkpoint.Blob) (id, ns string, index int) {
	var s storedInterrupt
	_ = json.Unmarshal(b.Data, &s)
	return s.ID, s.NS, s.Index
}

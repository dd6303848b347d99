// This file finds the question whose answer a node failed with, for another answer to take its place.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
)

// answerAgain has an answer to a thread that failed take the place of the one that a node failed
// with, however deep in subgraphs. It reports whether there is such a node.
func (s *Store) answerAgain(ctx context.Context, t *sqlite.Thread, a Answer, call *jsapi.GraphCall) (bool, error) {
	if t.Status != StatusError || a.Value == nil || a.Interrupt != "" && !a.Replace {
		return false, nil // who names the question answers it, and may be the second to do so
	}
	root, err := s.saver.Get(ctx, checkpoint.Key{ThreadID: t.ID})
	if err != nil {
		return false, nil // then it fails again, and says why
	}
	var ids []string
	for _, w := range root.Writes {
		if w.Channel != checkpoint.ChannelInterrupt {
			continue
		}
		id, ns := runtime.InterruptOf(w.Value)
		if !strings.HasPrefix(id, a.Interrupt) || slices.Contains(ids, id) {
			continue
		}
		failed, err := s.failedWithAnswer(ctx, root, id, ns)
		if err != nil {
			return false, err
		}
		if failed {
			ids = append(ids, id)
		}
	}
	switch len(ids) {
	case 0:
		return false, nil
	case 1:
		call.ResumeByID, call.AnswerAgain = map[string]json.RawMessage{ids[0]: a.Value}, true
		return true, nil
	}
	several := &ChooseError{ThreadID: t.ID, Failed: true}
	for _, id := range ids {
		several.Interrupts = append(several.Interrupts, Interrupt{ID: id})
	}
	return true, several
}

// failedWithAnswer reports whether the task that asked a question failed with an answer. The graph it belongs to
// stores that, in one of the namespaces that lead to ns, which is that of the task.
func (s *Store) failedWithAnswer(ctx context.Context, root *checkpoint.Tuple, id, ns string) (bool, error) {
	for ns != "" {
		ns = ns[:max(0, strings.LastIndexByte(ns, '|'))]
		tuple := root
		if ns != "" {
			var err error
			tuple, err = s.saver.Get(ctx, checkpoint.Key{ThreadID: root.Key.ThreadID, NS: ns})
			if errors.Is(err, checkpoint.ErrNotFound) {
				continue
			}
			if err != nil {
				return false, err
			}
		}
		if taskFailed(tuple.Writes, id) {
			return true, nil
		}
	}
	return false, nil
}

// taskFailed reports whether a task that asked the question failed and has an answer of its own.
func taskFailed(writes []checkpoint.PendingWrite, id string) bool {
	asked, failed, answered := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, w := range writes {
		switch w.Channel {
		case checkpoint.ChannelError:
			failed[w.TaskID] = true
		case checkpoint.ChannelResume:
			answered[w.TaskID] = w.TaskID != checkpoint.NullTaskID
		case checkpoint.ChannelInterrupt:
			if found, _ := runtime.InterruptOf(w.Value); found == id {
				asked[w.TaskID] = true
			}
		}
	}
	for task := range asked {
		if failed[task] && answered[task] {
			return true
		}
	}
	return false
}

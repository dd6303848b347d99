// This file finds the questions whose answer a node failed with, so that another answer can replace it.

package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// FailedAnswers returns the ids, of those that begin with prefix, of the questions of a thread whose nodes failed with
// the answer. It includes subgraphs of any depth. A thread that has not run has none.
func FailedAnswers(ctx context.Context, saver checkpoint.Saver, threadID, prefix string) ([]string, error) {
	root, err := saver.Get(ctx, checkpoint.Key{ThreadID: threadID})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, w := range root.Writes {
		if w.Channel != checkpoint.ChannelInterrupt {
			continue
		}
		id, ns := interruptOf(w.Value)
		if !strings.HasPrefix(id, prefix) || slices.Contains(ids, id) {
			continue
		}
		failed, err := failedWithAnswer(ctx, saver, root, id, ns)
		if err != nil {
			return nil, err
		}
		if failed {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// failedWithAnswer reports whether the task that asked a question failed with an answer. ns is the namespace of the
// task. The graph of the task stores the failure in one of the namespaces that lead to ns.
func failedWithAnswer(ctx context.Context, saver checkpoint.Saver, root *checkpoint.Tuple, id, ns string) (bool, error) {
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
			if found, _ := interruptOf(w.Value); found == id {
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

// interruptOf returns the id of the question in a pending write, "" if it has none, and the namespace of the task that
// asked.
func interruptOf(b checkpoint.Blob) (id, ns string) {
	var s storedInterrupt
	_ = json.Unmarshal(b.Data, &s)
	return s.ID, s.NS
}

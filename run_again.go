// This file finds the question whose answer a node did not end with, so that another answer can replace it.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
)

// FailedAnswers returns the questions of a thread with the status StatusError whose answers can be replaced: those with
// which their nodes did not end. Answer.Replace replaces one. It returns none for other threads.
func (s *Store) FailedAnswers(ctx context.Context, threadID string) ([]Interrupt, error) {
	t, err := s.thread(ctx, threadID)
	if err != nil || t.Status != checkpoint.StatusError {
		return nil, err
	}
	ids, err := runtime.FailedAnswers(brief(ctx), s.saver, threadID, "")
	if err != nil || len(ids) == 0 {
		if errors.Is(err, checkpoint.ErrNotFound) {
			err = nil
		}
		return nil, err
	}
	return s.asked(ctx, threadID, ids)
}

// asked returns the questions with these ids that the newest checkpoint of a thread has, also those that were answered.
func (s *Store) asked(ctx context.Context, threadID string, ids []string) ([]Interrupt, error) {
	byID := map[string]Interrupt{}
	for at, err := range s.eachState(brief(ctx), threadID, HistoryFilter{Limit: 1}) { // the state of now omits those that were answered
		if err != nil {
			return nil, err
		}
		for _, task := range at.Tasks {
			for _, in := range task.Interrupts {
				byID[in.ID] = in
			}
		}
	}
	list := make([]Interrupt, len(ids))
	for i, id := range ids {
		list[i] = byID[id]
		list[i].ID = id
	}
	return list, nil
}

// answerAgain replaces the answer that a node of a failed thread did not end with; the node may be in a subgraph of any
// depth. If the process of the thread is gone, the answer must say that it replaces another: the one before may be
// innocent. It reports whether there is such a node.
func (s *Store) answerAgain(ctx context.Context, t *sqlite.Thread, a Answer, call *jsapi.GraphCall) (bool, error) {
	if a.Value == nil || a.Interrupt != "" && !a.Replace {
		return false, nil // an answer that names its question may be a second answer to it
	}
	if t.Status != checkpoint.StatusError && (t.Status != checkpoint.StatusRunning || !a.Replace) {
		return false, nil
	}
	ids, err := runtime.FailedAnswers(brief(ctx), s.saver, t.ID, a.Interrupt)
	if errors.Is(err, checkpoint.ErrNotFound) {
		return false, nil // then the node fails again, and says why
	}
	if err != nil {
		return false, err
	}
	beside := questions(t)
	switch {
	case len(ids) == 0:
		return false, nil
	case len(ids) == 1 && (a.Interrupt != "" || len(beside) == 0):
		call.ResumeByID, call.AnswerAgain = map[string]json.RawMessage{ids[0]: a.Value}, true
		return true, nil
	}
	failed, err := s.asked(ctx, t.ID, ids)
	if err != nil {
		return false, err
	}
	several := &ChooseError{ThreadID: t.ID, Interrupts: failed, Failed: a.Interrupt != "" || len(beside) == 0}
	if a.Interrupt == "" {
		several.Interrupts = append(several.Interrupts, beside...)
	}
	return true, several
}

// This file finds the question whose answer a node failed with, for another answer to take its place.

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

// answerAgain gives an answer to a thread that failed the place of the one that a node failed
// with, however deep in subgraphs. It reports whether there is such a node.
func (s *Store) answerAgain(ctx context.Context, t *sqlite.Thread, a Answer, call *jsapi.GraphCall) (bool, error) {
	if t.Status != checkpoint.StatusError || a.Value == nil || a.Interrupt != "" && !a.Replace {
		return false, nil // an answer that names its question may be the second one to it
	}
	ids, err := runtime.FailedAnswers(ctx, s.saver, t.ID, a.Interrupt)
	if errors.Is(err, checkpoint.ErrNotFound) {
		return false, nil // then it fails again, and says why
	}
	if err != nil {
		return false, err
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

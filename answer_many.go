// This file chooses questions for answers that name several of them, or those of an older checkpoint.

package hitlrun

import (
	"context"
	"encoding/json"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
)

// answerSeveral takes answers by question id. Each of these questions must be waiting.
func (s *Store) answerSeveral(ctx context.Context, t *sqlite.Thread, a Answer, call *jsapi.GraphCall) error {
	waiting := map[string]bool{}
	for _, in := range questions(t) {
		waiting[in.ID] = true
	}
	for id := range a.Values {
		if waiting[id] {
			continue
		}
		if first := s.resolved(ctx, t.ID, id); first != nil && id != "" {
			return first
		}
		return errorf(ErrNotWaiting, "thread %q has no question %q", t.ID, id)
	}
	if len(a.Values) == 0 || a.Value != nil || a.Interrupt != "" {
		return errorf(ErrInput, "give at least one answer by id, and no single answer beside them")
	}
	call.ResumeByID = a.Values
	return nil
}

// answerCheckpoint takes an answer to a question of an older checkpoint: the thread gets a branch of its history.
func (s *Store) answerCheckpoint(ctx context.Context, t *sqlite.Thread, a Answer, call *jsapi.GraphCall) error {
	at, err := s.stateAt(ctx, t.ID, "", a.CheckpointID, false)
	if err != nil {
		return err
	}
	var asked []Interrupt
	for _, task := range at.Tasks {
		asked = append(asked, task.Interrupts...)
	}
	if a.Values != nil {
		call.ResumeByID = a.Values
		return nil
	}
	if a.Interrupt != "" {
		call.ResumeByID = map[string]json.RawMessage{a.Interrupt: a.Value}
		return nil
	}
	if len(asked) > 1 {
		return choose(t.ID, asked)
	}
	call.Resume = a.Value
	return nil
}

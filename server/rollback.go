// This file undoes runs: the thread is put back to where it stood before.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/hitlrun/hitlrun"
)

// markKind is the kind of the documents that say where a thread stood before a run that has not ended. Their keys are the ids
// of runs.
const markKind = "mark"

// marked returns the document of the mark of a run; none if the run has no mark.
func (j *job) marked() []hitlrun.Document {
	if j.mark == nil {
		return nil
	}
	return []hitlrun.Document{{Kind: markKind, Key: j.rec.ID, ThreadID: j.rec.ThreadID, Body: encode(j.mark)}}
}

// rollBack undoes a run that has been cancelled, if that was requested, and notes it in the record.
func (s *Server) rollBack(ctx context.Context, j *job) error {
	if !s.decideRollback(j) {
		c, err := s.cancelRequested(ctx, j.rec.ID)
		if err != nil || c == nil || !c.Rollback {
			return err
		}
	}
	err := s.putBack(ctx, j)
	if errors.Is(err, hitlrun.ErrConflict) { // somebody else continued the thread
		s.log.Error("thread is not put back", "thread", j.rec.ThreadID, "run", j.rec.ID, "error", err)
		return nil
	}
	j.rec.RolledBack = err == nil
	return err
}

// decideRollback decides whether a run that has ended is rolled back, as far as clients of this server have asked for it.
func (s *Server) decideRollback(j *job) (asked bool) {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	j.decided = true
	return j.rollback
}

// askRollback asks that a run is rolled back at its end. It reports whether that is not too late.
func (s *Server) askRollback(j *job) bool {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	j.rollback = j.rollback || !j.decided
	return j.rollback
}

// notRolledBack returns an error if a run has ended and was not rolled back. What it did remains then.
func (s *Server) notRolledBack(ctx context.Context, id string) error {
	rec, err := s.record(ctx, id)
	if err != nil || !rec.ended() || rec.RolledBack {
		return err
	}
	return errorf(http.StatusConflict, "run %q had ended (%s) before it could be rolled back: its thread is as the run left it", id, rec.Status)
}

// undoneAnswer is the error for those who wait for a run whose answer is not applied.
type undoneAnswer struct{ error }

func (e undoneAnswer) Unwrap() error { return e.error }

// undoneText says that a run was rolled back.
func (rec *record) undoneText() string {
	return fmt.Sprintf("run %q was cancelled, and its thread is as it was before", rec.ID)
}

// undone returns an error for those who wait for a run with an answer that was cancelled and rolled back; nil for other runs.
func (rec *record) undone() error {
	if !rec.RolledBack || rec.Sent == "" {
		return nil
	}
	return undoneAnswer{errorf(http.StatusConflict, "%s: the answer is not applied", rec.undoneText())}
}

// markOf returns where the thread of a run stood before it; nil if that is not known.
func (s *Server) markOf(j *job) (*hitlrun.Mark, error) {
	if j.mark != nil {
		return j.mark, nil
	}
	d, err := s.store.Document(context.WithoutCancel(j.ctx), markKind, j.rec.ID)
	if isNoDocument(err) {
		return nil, nil //nolint:nilnil // it is not known
	}
	if err != nil {
		return nil, err
	}
	mark := &hitlrun.Mark{}
	return mark, json.Unmarshal(d.Body, mark)
}

// putBack puts the thread of a run back to where it stood before the run.
func (s *Server) putBack(ctx context.Context, j *job) error {
	rec := j.rec
	if j.untouched || !j.begun && !j.recovered {
		return nil // it has done nothing
	}
	mark, err := s.markOf(j)
	if err != nil {
		return err
	}
	err = fmt.Errorf("it is not known where thread %q stood before run %q: %w", rec.ThreadID, rec.ID, errors.ErrUnsupported)
	if mark != nil {
		err = s.store.RollBack(ctx, rec.ThreadID, hitlrun.Rollback{Mark: mark, RunID: rec.ID, By: rec.By, From: "http"})
	}
	if !errors.Is(err, errors.ErrUnsupported) || rec.Before == "" {
		return err
	}
	t, err := s.thread(ctx, rec.ThreadID)
	switch {
	case err != nil || t.CheckpointID == rec.Before:
		return err
	case t.RunID != rec.ID:
		return fmt.Errorf("thread %q was changed by another run: %w", rec.ThreadID, hitlrun.ErrConflict)
	}
	_, err = s.store.Fork(ctx, rec.ThreadID, rec.Before, rec.By) // the questions of the thread wait again when it is resumed
	return err
}

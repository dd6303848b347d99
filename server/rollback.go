// This file undoes runs: the thread is put back to where it stood before.

package server

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hitlrun/hitlrun"
)

// The kinds of the documents that a rollback needs while its run has not ended. Their keys are the ids of runs.
const (
	markKind     = "mark"     // where the thread stood before the run
	rollbackKind = "rollback" // a request to roll back the run, for the server that executes it
)

// marked returns the document of the mark of a run; none if the run has no mark.
func (j *job) marked() []hitlrun.Document {
	if j.mark == nil {
		return nil
	}
	return []hitlrun.Document{{Kind: markKind, Key: j.rec.ID, ThreadID: j.rec.ThreadID, Body: encode(j.mark)}}
}

// requestRollback asks the server that executes a run to roll it back when it ends.
func (s *Server) requestRollback(ctx context.Context, rec *record) error {
	d := hitlrun.Document{Kind: rollbackKind, Key: rec.ID, ThreadID: rec.ThreadID}
	return s.store.Write(ctx, &hitlrun.Change{Put: []hitlrun.Document{d}})
}

// rollbackRequested reports whether another server has asked to roll back a run.
func (s *Server) rollbackRequested(ctx context.Context, rec *record) bool {
	_, err := s.store.Document(ctx, rollbackKind, rec.ID)
	return err == nil
}

// rollBack undoes a run that has been cancelled.
func (s *Server) rollBack(ctx context.Context, j *job) {
	if err := s.putBack(ctx, j); err != nil {
		s.log.Error("thread is not put back", "thread", j.rec.ThreadID, "run", j.rec.ID, "error", err)
	}
}

func (s *Server) putBack(ctx context.Context, j *job) error {
	rec, mark := j.rec, j.mark
	if mark == nil {
		switch d, err := s.store.Document(ctx, markKind, rec.ID); {
		case err == nil:
			mark = &hitlrun.Mark{}
			if err := json.Unmarshal(d.Body, mark); err != nil {
				return err
			}
		case !isNoDocument(err):
			return err
		}
	}
	err := errors.ErrUnsupported
	if mark != nil {
		err = s.store.RollBack(ctx, rec.ThreadID, hitlrun.Rollback{Mark: mark, RunID: rec.ID, By: rec.By, From: "http"})
	}
	if errors.Is(err, errors.ErrUnsupported) && rec.Before != "" { // the questions of the thread wait again when it is resumed
		_, err = s.store.Fork(ctx, rec.ThreadID, rec.Before, rec.By)
	}
	return err
}

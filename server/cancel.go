// This file cancels runs. A request to cancel is stored before the server reports that it is accepted: the run is cancelled also if
// the server that took the request, or the one that executes the run, is killed then.

package server

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/hitlrun/hitlrun"
)

// cancelledKind is the kind of the documents of requests to cancel a run. Their keys are the ids of runs; the end of the run
// removes them.
const cancelledKind = "cancelled"

// cancelRequest is the body of a document of cancelledKind.
type cancelRequest struct {
	By       string `json:"by,omitempty"`
	Rollback bool   `json:"rollback,omitempty"`
}

// requestCancel stores a request to cancel a run.
func (s *Server) requestCancel(ctx context.Context, rec *record, by string, rollback bool) error {
	d := hitlrun.Document{Kind: cancelledKind, Key: rec.ID, ThreadID: rec.ThreadID, Body: encode(cancelRequest{by, rollback})}
	return s.store.Write(ctx, &hitlrun.Change{Put: []hitlrun.Document{d}})
}

// forgetCancel removes the request to cancel a run that has ended. The end of the run has removed it, unless the request came
// at the same time.
func (s *Server) forgetCancel(ctx context.Context, id string) error {
	if c, err := s.cancelRequested(ctx, id); c == nil || err != nil {
		return err
	}
	return s.store.Write(ctx, &hitlrun.Change{Delete: []hitlrun.DocumentName{{Kind: cancelledKind, Key: id}}})
}

// cancelRequested returns the request to cancel a run; nil if there is none.
func (s *Server) cancelRequested(ctx context.Context, id string) (*cancelRequest, error) {
	d, err := s.store.Document(ctx, cancelledKind, id)
	if isNoDocument(err) {
		return nil, nil //nolint:nilnil // there is none
	}
	if err != nil {
		return nil, err
	}
	var c cancelRequest
	return &c, json.Unmarshal(d.Body, &c)
}

// endCancelled ends a run that a former server had, if somebody had asked to cancel it.
func (s *Server) endCancelled(j *job) (*ending, error) {
	c, err := s.cancelRequested(context.WithoutCancel(j.ctx), j.rec.ID)
	if c == nil || err != nil {
		return nil, err
	}
	if err := s.stopThread(j, c.By); err != nil {
		return nil, err
	}
	return &ending{status: statusInterrupted}, nil
}

// stopThread notes in the thread of a run that was cancelled that nobody runs it.
func (s *Server) stopThread(j *job, by string) error {
	ctx := context.WithoutCancel(j.ctx)
	t, err := s.thread(ctx, j.rec.ThreadID)
	if err != nil || t.RunID != j.rec.ID || t.Status != hitlrun.StatusRunning {
		return err
	}
	return s.store.CancelRun(ctx, t.ID, j.rec.ID, by)
}

// cancelForOthers cancels the runs of this server that clients of other servers have asked to cancel. Such a server cancels the
// run itself, unless it has ended meanwhile.
func (s *Server) cancelForOthers(ctx context.Context) {
	for d, err := range s.store.EachDocument(ctx, hitlrun.DocumentFilter{Kind: cancelledKind}) {
		if err != nil {
			return // the next look finds the others
		}
		var c cancelRequest
		if j := s.queue.job(d.Key); j != nil && json.Unmarshal(d.Body, &c) == nil {
			s.wg.Go(func() { _ = s.end(s.base, j, c.By, c.Rollback) }) // it fails if the server shuts down
		}
	}
}

// cancel cancels a run that waits in a queue, is delayed, or is executed here or by another process.
func (s *Server) cancel(r *http.Request, rec *record, rollback, wait bool) error {
	ctx := context.WithoutCancel(r.Context())
	by := callerOf(r).name
	j := s.queue.job(rec.ID)
	if j == nil && !rec.ended() { // it may have ended since the record was read
		var err error
		if rec, err = s.briefRecord(r.WithContext(ctx), rec.ID); err != nil {
			return err
		}
	}
	if j == nil && rec.ended() { // clients may cancel late
		if rollback {
			return s.notRolledBack(ctx, rec.ID)
		}
		return nil
	}
	if err := s.requestCancel(ctx, rec, by, rollback); err != nil {
		return err
	}
	end := func(ctx context.Context) error { return s.endElsewhere(ctx, rec.ID, by) }
	if j != nil {
		wait = wait || rollback && !s.askRollback(j) // the run is ending without it: the client learns that
		end = func(ctx context.Context) error { return s.end(ctx, j, by, rollback) }
	}
	if wait || j == nil && rec.Status == statusPending {
		if err := end(ctx); err != nil || !rollback {
			return err
		}
		return s.notRolledBack(ctx, rec.ID)
	}
	s.wg.Go(func() { _ = end(s.base) }) // it fails if the server shuts down; then the request is in the store
	return nil
}

// This file accepts runs: it stores their records, and puts them into the queue.

package server

import (
	"context"
	"net/http"
	"time"

	"github.com/hitlrun/hitlrun"
)

// accept stores the record of a run and enqueues the run. For an answer that was sent before, it returns the record of
// the run that took it. The job is nil if the run is not in the queue of this server.
func (s *Server) accept(ctx context.Context, rec *record) (*record, *job, error) {
	var asked map[string]bool
	if rec.Request.resume() != nil {
		var err error
		if asked, err = s.waiting(ctx, rec.ThreadID); err != nil {
			return nil, nil, err
		}
		s.settle(ctx, rec.ThreadID)
	}
	unlock := s.queue.lock(rec.ThreadID)
	defer unlock()
	if s.queue.isClosed() {
		return nil, nil, errClosed // before anything is stored: the client sends the request again, to the next server
	}
	change := &hitlrun.Change{}
	busy := s.queue.busy(rec.ThreadID)
	if rec.Request.AfterSeconds > 0 && rec.Request.resume() != nil && !busy {
		done, err := s.alone(ctx, rec.ThreadID) // no other server changes the state before the answer is stored
		if err != nil {
			return nil, nil, err
		}
		defer done()
	}
	var later []delayedRun
	t, err := s.makeThread(ctx, rec, change)
	if err == nil && t != nil {
		later, err = s.delayed(ctx, t.ID)
	}
	if err == nil {
		err = s.queueElsewhere(ctx, t)
	}
	if err != nil {
		return nil, nil, err
	}
	if earlier, err := s.admit(ctx, rec, t, asked, later); earlier != nil || err != nil {
		if err != nil {
			return nil, nil, err
		}
		return earlier, s.queue.job(earlier.ID), nil
	}
	if err := s.noteGraph(ctx, rec, t); err != nil {
		return nil, nil, err
	}
	j := &job{rec: rec, from: ctx, fresh: len(change.Threads) > 0}
	if j.release, err = s.store.Claim(ctx, runKind+"/"+rec.ID); err != nil {
		return nil, nil, err
	}
	if !busy {
		j.thread = t
	}
	due, err := s.storeAccepted(ctx, j, change)
	if err != nil {
		s.endTurn(j)
		j.release()
		return nil, nil, err
	}
	rec.CreatedAt, rec.UpdatedAt = isoTime(time.Now()), isoTime(time.Now())
	shown := *rec // a copy, since the run changes its own record
	shown.Status = statusPending
	if !due.IsZero() {
		j.release()
		return &shown, nil, nil // startDue starts it later
	}
	if _, err := s.add(j); err != nil { // the server shuts down since a moment ago: the run is accepted, and the next server executes it
		s.endTurn(j)
		j.release()
		return &shown, nil, nil
	}
	return &shown, j, nil
}

// admit decides whether a thread takes a run now: it binds an answer to its question, or applies the multitask strategy. For an
// answer that was sent before, it returns the record of the run that took it. t is nil for a new thread; later are its delayed runs.
func (s *Server) admit(ctx context.Context, rec *record, t *hitlrun.Thread, asked map[string]bool, later []delayedRun) (earlier *record, err error) {
	resume := rec.Request.resume()
	switch {
	case resume == nil:
		if err := s.canBegin(rec, t, later); err != nil {
			return nil, err
		}
		return nil, s.makeWay(ctx, rec, t, later)
	case t == nil:
		return nil, errorf(http.StatusNotFound, "Thread with ID %q not found", rec.ThreadID)
	}
	if earlier, err = s.bind(ctx, rec, t, resume, asked); earlier != nil || err != nil {
		return earlier, err
	}
	return s.rival(ctx, rec, later)
}

// canBegin returns an error for a run without an input on a thread that has not run, unless another run is before it.
func (s *Server) canBegin(rec *record, t *hitlrun.Thread, later []delayedRun) error {
	if present(rec.Request.Input) != nil || t != nil && (t.ScriptHash != "" || t.Status == hitlrun.StatusRunning) || len(later) > 0 || s.queue.busy(rec.ThreadID) {
		return nil
	}
	return errNoInput(rec.ThreadID)
}

func errNoInput(threadID string) error {
	return errorf(http.StatusUnprocessableEntity, "thread %q has not run, and there is no input to start it", threadID)
}

// storeAccepted stores the record of a run with the changes that belong to it. It returns when the run is due; zero is now.
func (s *Server) storeAccepted(ctx context.Context, j *job, change *hitlrun.Change) (due time.Time, err error) {
	rec := j.rec
	if after := rec.Request.AfterSeconds; after > 0 {
		due = time.Now().Add(time.Duration(after * float64(time.Second)))
	}
	rec.Status = statusPending
	if g := s.graphs()[rec.GraphID]; g != nil {
		rec.Script = g.Script.Path()
	}
	if due.IsZero() && !s.queue.busy(rec.ThreadID) && s.takeTurn(ctx, j) { // it begins at once: one commit stores both
		j.begun = true
		s.markBegun(ctx, j)
	} else {
		j.thread = nil // it is read when the run begins
	}
	d := rec.document()
	d.Due = due
	change.Put = j.marked()
	j.size = int64(len(d.Body))
	for i := range change.Put {
		j.size += int64(len(change.Put[i].Body))
	}
	if s.full(j.size) {
		return due, s.tooMuchQueued()
	}
	change.Insert = []hitlrun.Document{d}
	if !due.IsZero() {
		change.Insert = append(change.Insert, rec.delayedDocument())
	}
	return due, s.store.Write(ctx, change)
}

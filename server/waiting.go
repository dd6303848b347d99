// This file has the requests that wait for the end of a run and answer with the state of its thread.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/hitlrun/hitlrun"
)

func (s *Server) waitRun(w http.ResponseWriter, r *http.Request) error {
	rec, j, err := s.startRun(w, r)
	if err != nil {
		return err
	}
	s.located(w, rec)
	return notAgain(w, rec, s.waitFor(w, r, rec, j, cancelsGone(r, rec.Request.OnDisconnect == "cancel")))
}

func (s *Server) joinRun(w http.ResponseWriter, r *http.Request) error {
	rec, err := s.briefRun(r)
	if err != nil {
		return err
	}
	return s.waitFor(w, r, rec, s.queue.job(rec.ID), cancelsGone(r, isTrue(r, "cancel_on_disconnect")))
}

// waitFor sends the state at the end of a run. Until then it sends line breaks, which prevent the connection from timing
// out.
func (s *Server) waitFor(w http.ResponseWriter, r *http.Request, rec *record, j *job, cancels bool) error {
	w.Header().Set("Content-Type", "application/json")
	c := http.NewResponseController(w)
	ctx, stop := whileValid(r)
	defer stop()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	defer func() {
		if cancels && r.Context().Err() != nil {
			s.cancelGone(rec)
		}
	}()
	if rec.Delete && j == nil { // its thread is deleted: the result is in its events
		return s.waitForValues(ctx, w, r, rec)
	}
	blank := true // nothing is sent yet, so that the response can be an error
	for {
		if err := j.refusal(); blank && err != nil {
			return err
		}
		over, err := s.answerEnded(w, r, rec, j)
		if (isNoDocument(err) || errors.Is(err, hitlrun.ErrNoThread)) && !blank { // its thread was deleted
			_, err = w.Write(encode(map[string]any{"__error__": errorOf(errors.New("the thread was deleted"))}))
			return gone(err)
		}
		if errors.As(err, &undoneAnswer{}) && !blank {
			_, err = w.Write(encode(map[string]any{"__error__": errorOf(err)}))
			return gone(err)
		}
		if isNoDocument(err) {
			return errorf(http.StatusNotFound, "Run %q not found: its thread was deleted", rec.ID)
		}
		if over || err != nil {
			return err
		}
		var done, waits <-chan struct{}
		if j != nil {
			done = j.done
		}
		if j != nil && blank && (rec.Answers != nil || r.Method == http.MethodGet) {
			waits = j.outage.begun()
		}
		select {
		case <-waits:
			return j.outage.reason()
		case <-done:
			if blank && j.refusal() != nil {
				continue
			}
			if j.end == nil || j.end.again {
				j = nil // recover continues the run
			}
		case <-ticker.C:
			blank = false
			_ = c.SetWriteDeadline(time.Now().Add(stall))
			if _, err := w.Write([]byte("\n")); err == nil {
				_ = c.Flush() // the next write fails too
			}
		case <-ctx.Done():
			return stopped(r)
		case <-s.hub.closed:
			if over, err := s.answerEnded(w, r, rec, j); over || err != nil { // just before
				return err
			}
			return errClosed
		}
	}
}

// refusal returns ending.refused of a run that has ended; nil for others.
func (j *job) refusal() error {
	if j != nil {
		select {
		case <-j.done:
			if j.end != nil {
				return j.end.refused
			}
		default:
		}
	}
	return nil
}

// answerEnded sends the result of a run as the response, and reports whether the run has ended.
func (s *Server) answerEnded(w http.ResponseWriter, r *http.Request, rec *record, j *job) (over bool, err error) {
	if j != nil {
		select {
		case <-j.done:
		default:
			return false, nil
		}
	}
	err = s.turn(r, func(r *http.Request) error {
		data, err := s.ended(r.Context(), rec, j)
		if over = data != nil; !over || err != nil {
			return err
		}
		sendsState(r.Context())
		within(w, len(data))
		_, err = w.Write(data)
		return gone(err)
	})
	return over, err
}

// ended returns the result of a run; nil if it has not ended. j is its job; nil if another server executes it.
func (s *Server) ended(ctx context.Context, rec *record, j *job) (json.RawMessage, error) {
	if j != nil {
		select {
		case <-j.done:
			if j.end != nil && !j.end.again {
				return s.outcome(ctx, j.rec, j.end.result)
			}
		default:
			return nil, nil
		}
	}
	now, err := s.record(ctx, rec.ID)
	if err != nil || !now.ended() {
		return nil, err
	}
	return s.outcome(ctx, now, nil)
}

// waitForValues sends the last values of a run whose thread is deleted with it.
func (s *Server) waitForValues(ctx context.Context, w http.ResponseWriter, r *http.Request, rec *record) error {
	_, leave := s.hub.view(rec.ThreadID) // it is deleted when nobody views it
	defer leave()
	last := int64(0) // the number of the event that has the outcome. It may be large, and the run takes time
	err := s.follow(ctx, callerOf(r).client, rec.ThreadID, rec.ID, 0, func(e *hitlrun.Event) (bool, error) {
		switch {
		case e.Kind == kindEnd:
			return false, nil
		case e.Kind == "values" && len(bodyOf(e).NS) == 0, e.Kind == "error":
			last = e.Seq
		}
		return true, nil
	}, func() error { return nil }, func() error {
		if _, err := s.briefRecord(r, rec.ID); err != nil {
			return errGone
		}
		_, err := w.Write([]byte("\n"))
		return err
	})
	if ctx.Err() != nil {
		return stopped(r)
	}
	select {
	case <-s.hub.closed:
		if err != nil {
			return errClosed
		}
	default:
	}
	if err != nil {
		return gone(err)
	}
	return gone(s.writeOutcome(ctx, w, r, rec, last))
}

// writeOutcome sends the values or the error in an event of a run; an empty object if its number is 0.
func (s *Server) writeOutcome(ctx context.Context, w http.ResponseWriter, r *http.Request, rec *record, seq int64) error {
	if seq == 0 {
		_, err := w.Write(emptyObject)
		return err
	}
	f := hitlrun.EventFilter{ThreadID: rec.ThreadID, RunID: rec.ID, After: seq - 1}
	sent := false
	_, _, err := s.page(ctx, callerOf(r).client, &f, func(e *hitlrun.Event) (bool, error) {
		sent = true
		data := bodyOf(e).Data
		if e.Kind == "error" {
			data = encode(map[string]any{"__error__": data})
		}
		within(w, len(data))
		_, err := w.Write(data)
		return false, err
	}, func() error { return nil })
	if err == nil && !sent {
		err = errClosed // the thread was deleted because the server shuts down
	}
	return err
}

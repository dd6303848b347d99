// This file takes the requests to cancel one run or several.

package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/hitlrun/hitlrun"
)

func (s *Server) cancelRun(w http.ResponseWriter, r *http.Request) error {
	rec, err := s.briefRun(r)
	if err != nil {
		return err
	}
	wait := r.URL.Query().Get("wait") == "1" || isTrue(r, "wait")
	rollback, err := rollsBack(r.URL.Query().Get("action"))
	if err != nil {
		return err
	}
	if err := s.cancel(r, rec, rollback, wait); err != nil {
		return err
	}
	if wait {
		w.WriteHeader(http.StatusNoContent)
	} else {
		writeJSON(w, http.StatusAccepted, map[string]any{})
	}
	return nil
}

// rollsBack reports whether an action of a request to cancel is a rollback. "" is the default, an interrupt.
func rollsBack(action string) (bool, error) {
	switch action {
	case "", "interrupt", "rollback":
		return action == "rollback", nil
	}
	return false, errorf(http.StatusUnprocessableEntity, "there is no action %q: use interrupt or rollback", action)
}

func (s *Server) cancelRuns(w http.ResponseWriter, r *http.Request) error {
	var c struct {
		ThreadID string   `json:"thread_id"`
		RunIDs   []string `json:"run_ids"`
		Status   string   `json:"status"`
		Action   string   `json:"action"`
	}
	if err := s.decodeInTurn(w, r, &c); err != nil {
		return err
	}
	rollback, err := rollsBack(cmp.Or(r.URL.Query().Get("action"), c.Action))
	if err != nil {
		return err
	}
	states := []string{statusPending, statusRunning}
	if c.Status == statusPending || c.Status == statusRunning {
		states = []string{c.Status}
	} else if c.Status != "all" && c.ThreadID == "" && len(c.RunIDs) == 0 {
		return errorf(http.StatusUnprocessableEntity, "say which runs: run_ids, thread_id, or status (pending, running, all)")
	}
	var records []*record
	err = s.turn(r, func(r *http.Request) (err error) { // a record may be large
		if len(c.RunIDs) > 0 {
			records, err = s.namedRuns(r.Context(), c.RunIDs, c.ThreadID)
			return err
		}
		for rec, err := range s.eachRecord(r.Context(), c.ThreadID, states...) {
			if err != nil {
				return err
			}
			records = append(records, rec.brief())
		}
		return nil
	})
	if err != nil {
		return err
	}
	// The newest is cancelled first: a run that waits in the queue of a thread must not begin when the one before it ends.
	slices.SortStableFunc(records, func(a, b *record) int { return cmp.Compare(b.CreatedAt, a.CreatedAt) })
	var failed error
	for _, rec := range records { // one that cannot be cancelled does not prevent the others from being cancelled
		err := s.cancel(r, rec, rollback, true)
		if gone := isNoDocument(err) || errors.Is(err, hitlrun.ErrNoThread); !gone && failed == nil {
			failed = err
		}
	}
	if failed != nil {
		return failed
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// namedRuns returns the brief records of the runs with these ids. It returns an error if an id is not that of a run, or, if threadID
// is not "", not that of a run of the thread.
func (s *Server) namedRuns(ctx context.Context, ids []string, threadID string) (records []*record, err error) {
	slices.Sort(ids) // an id may occur many times
	for _, id := range slices.Compact(ids) {
		rec, err := s.record(ctx, id)
		switch {
		case isNoDocument(err), err == nil && threadID != "" && rec.ThreadID != threadID:
			return nil, errorf(http.StatusNotFound, "Run %q not found", id)
		case err != nil:
			return nil, err
		}
		records = append(records, rec.brief())
	}
	return records, nil
}

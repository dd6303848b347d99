// This file has the requests that search for threads and count them.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun"
)

type threadSearch struct {
	IDs       []string        `json:"ids"`
	Status    string          `json:"status"`
	Metadata  json.RawMessage `json:"metadata"`
	Values    json.RawMessage `json:"values"`
	Limit     *int            `json:"limit"`
	Offset    int             `json:"offset"`
	SortBy    string          `json:"sort_by"`
	SortOrder string          `json:"sort_order"`
	Select    selection       `json:"select"`
	// Extract has paths of parts of threads by the names that the client gives them.
	Extract map[string]string `json:"extract"`

	extraction extraction
}

// eachThread calls do with the threads that match a search, the most recently changed first, until do returns false.
func (s *Server) eachThread(ctx context.Context, q *threadSearch, do func(t *hitlrun.Thread) (bool, error)) error {
	f := hitlrun.ThreadFilter{IDs: q.IDs, Metadata: q.Metadata, Brief: true}
	switch q.Status {
	case "":
	case "idle":
		f.Statuses = []hitlrun.Status{hitlrun.StatusDone, hitlrun.StatusInterrupted}
	case "busy":
	case "interrupted":
		f.Status = hitlrun.StatusInterrupted
	case "error":
		f.Status = hitlrun.StatusError
	default:
		return errorf(http.StatusUnprocessableEntity, "there is no status %q: use idle, busy, interrupted or error", q.Status)
	}
	if string(f.Metadata) == "null" {
		f.Metadata = nil
	}
	values, err := hitlrun.NewJSONFilter(q.Values)
	if err != nil {
		return err
	}
	for t, err := range s.store.EachThread(ctx, f) {
		if err != nil {
			return err
		}
		if q.Status != "" {
			status, err := s.threadStatus(ctx, &t)
			if err != nil {
				return err
			}
			if status != q.Status {
				continue
			}
		}
		if len(q.Values) > 0 && string(q.Values) != "null" {
			state, err := s.stateAt(ctx, t.ID, "", "", false)
			if errors.Is(err, hitlrun.ErrUnreadable) {
				continue
			}
			if err != nil {
				return err
			}
			if is, err := values.Match(state.Values); !is || err != nil {
				if err != nil {
					return err
				}
				continue
			}
		}
		if more, err := do(&t); err != nil || !more {
			return err
		}
	}
	return nil
}

func (s *Server) searchThreads(w http.ResponseWriter, r *http.Request) error {
	var q threadSearch
	if err := s.decode(w, r, &q); err != nil {
		return err
	}
	if err := q.check(); err != nil {
		return err
	}
	limit := 10
	if q.Limit != nil {
		limit = min(*q.Limit, 1000)
	}
	sorted := q.SortBy != "" && (q.SortBy != "updated_at" || strings.EqualFold(q.SortOrder, "asc"))
	if sorted && q.Offset > maxSortedOffset {
		return errorf(http.StatusUnprocessableEntity, "a search that is sorted by %s %s has an offset of at most %d: narrow it, or sort it by updated_at, desc", q.SortBy, q.SortOrder, maxSortedOffset)
	}
	var found []hitlrun.Thread
	n, next := 0, false
	err := s.eachThread(r.Context(), &q, func(t *hitlrun.Thread) (bool, error) {
		n++
		if sorted || n > q.Offset && len(found) < limit {
			one := hitlrun.Thread{ID: t.ID, Status: t.Status, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt} // other fields may be large
			if q.SortBy == "state_updated_at" {
				whole, err := s.thread(r.Context(), t.ID)
				if err != nil && !errors.Is(err, hitlrun.ErrNoThread) {
					return false, err
				}
				if err == nil {
					one.CheckpointID = whole.CheckpointID
				}
			}
			found = append(found, one)
			if first := q.Offset + limit; sorted && len(found) >= 2*max(first, 1000) {
				found = firstThreads(found, &q, first)
			}
			return true, nil
		}
		next = n > q.Offset
		return !next, nil
	})
	if err != nil {
		return err
	}
	if sorted {
		found = firstThreads(found, &q, q.Offset+limit)
		found = found[min(q.Offset, len(found)):]
		next = n > q.Offset+len(found)
	}
	if next {
		w.Header().Set("X-Pagination-Next", strconv.Itoa(q.Offset+len(found)))
	}
	w.Header().Set("X-Pagination-Total", strconv.Itoa(n))
	list := arrayWriter{w: w}
	for i := range found {
		var whole *thread
		t, err := s.shownThread(r.Context(), found[i].ID)
		if err == nil {
			whole, err = s.showThread(r.Context(), t, q.reads)
		}
		if err == nil {
			err = q.extract(r.Context(), whole)
		}
		if errors.Is(err, hitlrun.ErrNoThread) {
			continue // it was deleted meanwhile
		}
		if err == nil {
			sendsState(r.Context())
			err = list.addState(func() any { return q.show(whole) }, &whole.Values)
		}
		if err != nil {
			return err
		}
	}
	return list.end()
}

// maxSortedOffset bounds the offset of a search that is not in the order of the store: the threads before are in memory.
const maxSortedOffset = 100_000

// firstThreads returns the first ones of a list in the order of a search, at most so many. The others need not stay in memory.
func firstThreads(list []hitlrun.Thread, q *threadSearch, most int) []hitlrun.Thread {
	sortThreads(list, q)
	if len(list) > most {
		clear(list[most:])
		list = list[:most]
	}
	return list
}

func sortThreads(list []hitlrun.Thread, q *threadSearch) {
	slices.SortStableFunc(list, func(a, b hitlrun.Thread) int {
		var n int
		switch q.SortBy {
		case "created_at":
			n = a.CreatedAt.Compare(b.CreatedAt)
		case "thread_id":
			n = strings.Compare(a.ID, b.ID)
		case "state_updated_at":
			n = strings.Compare(a.CheckpointID, b.CheckpointID) // they begin with a time
		case "status":
			n = strings.Compare(string(a.Status), string(b.Status))
		default:
			n = a.UpdatedAt.Compare(b.UpdatedAt)
		}
		if !strings.EqualFold(q.SortOrder, "asc") {
			n = -n
		}
		return n
	})
}

func (s *Server) countThreads(w http.ResponseWriter, r *http.Request) error {
	var q threadSearch
	if err := s.decode(w, r, &q); err != nil {
		return err
	}
	if err := q.check(); err != nil {
		return err
	}
	n := 0
	if err := s.eachThread(r.Context(), &q, func(*hitlrun.Thread) (bool, error) { n++; return true, nil }); err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, n)
	return nil
}

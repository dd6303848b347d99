// This file reports what happens to threads while it happens.

package hitlrun

import (
	"context"
	"iter"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Happening is a new entry of the audit log, with the state of its thread at the time of the report.
type Happening struct {
	AuditEntry
	// Thread is the thread of the entry; nil if it was deleted.
	Thread *Thread
}

// WatchFilter selects entries. The zero value selects all that are added from now on.
type WatchFilter struct {
	ThreadID string // only this thread
	// After starts behind the entry of the audit log with this number; 0 starts now, a negative number starts at the
	// beginning of the log.
	After int64
}

// Watch returns what happens to the threads of the store, in this process and in others, when it happens: questions,
// answers, starts, and all other entries of the audit log. It returns each entry exactly once. The sequence ends with
// the error of ctx when ctx ends.
//
// Watch reads one number of the store twenty times a second, and the audit log if that number has changed.
func (s *Store) Watch(ctx context.Context, f WatchFilter) iter.Seq2[Happening, error] {
	head, headErr := s.db.AuditHead(ctx) // at the call, and not when the loop requests the first event
	return func(yield func(Happening, error) bool) {
		after := f.After
		if after == 0 {
			if headErr != nil {
				yield(Happening{}, headErr)
				return
			}
			after = head
		}
		ticker := time.NewTicker(pollInterval)
		defer ticker.Stop()
		var last sqlite.Version
		for {
			now, known := s.db.Version()
			if !known || now != last {
				more, err := s.happened(ctx, f, &after, yield)
				if err != nil {
					yield(Happening{}, err)
				}
				if err != nil || !more {
					return
				}
				last = now
			}
			select {
			case <-ctx.Done():
				yield(Happening{}, ctx.Err())
				return
			case <-ticker.C:
			}
		}
	}
}

// happened yields the entries of the audit log after the entry with number after. more is false if the caller has stopped.
func (s *Store) happened(ctx context.Context, f WatchFilter, after *int64, yield func(Happening, error) bool) (more bool, err error) {
	news, err := s.db.AuditNews(ctx, max(*after, 0))
	if news, err = notified(s, ctx, news, err); err != nil {
		return false, err
	}
	entries := auditEntries(news)
	for _, e := range entries {
		if f.ThreadID != "" && e.ThreadID != f.ThreadID {
			*after = e.N
			continue
		}
		h := Happening{AuditEntry: e}
		if e.ThreadID != "" {
			if t, err := s.db.Thread(ctx, e.ThreadID); err == nil {
				listed, err := s.listed(ctx, t, false, nil)
				if err != nil {
					return false, err
				}
				h.Thread = &listed
			}
		}
		*after = e.N
		if !yield(h, nil) {
			return false, nil
		}
	}
	return true, nil
}

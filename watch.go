// This file reports what happens to threads as it happens.

package hitlrun

import (
	"context"
	"iter"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Happening is an entry of the audit log that has just come, with the thread as it is by then.
type Happening struct {
	AuditEntry
	// Thread is the thread that the entry is of; nil for one that was deleted.
	Thread *Thread
}

// WatchFilter narrows Watch. The zero value is all that happens from now on.
type WatchFilter struct {
	ThreadID string // only this thread
	// After begins behind the entry of the audit log with this number; 0 is now, a negative one is all of the log.
	After int64
}

// Watch returns what happens to the threads of the store from this call on, as it comes, in this process and in others: questions, answers,
// starts and what else the audit log has. Nothing is left out and nothing comes twice. The sequence ends with the error of ctx.
//
// It looks at one number of the store twenty times a second, and reads the audit log if that has changed.
func (s *Store) Watch(ctx context.Context, f WatchFilter) iter.Seq2[Happening, error] {
	head, headErr := s.db.AuditHead(ctx) // now, and not when the first event is asked for
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

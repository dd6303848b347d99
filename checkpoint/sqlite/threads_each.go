// This file reads lists of threads that are too long for memory.

package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// pageThreads is how many threads one transaction reads, and maxPage how many it reads once the caller has gone
// through several pages.
const (
	pageThreads = 256
	maxPage     = 4 * pageThreads
)

// EachThread returns the threads that f selects, the one that changed last first. It reads them in pages: no
// transaction is open while the loop body runs, so the body can use the store, and memory does not grow with the
// number of threads.
//
// Each thread that matches f the whole time is returned once. A thread that changes while the list is read is
// returned in its old or its new state; if it moved to the top of the list before its turn, it comes at the end.
// Threads that are made meanwhile are left out. The sequence ends after the first error.
func (s *Store) EachThread(ctx context.Context, f ThreadFilter) iter.Seq2[Thread, error] {
	return func(yield func(Thread, error) bool) {
		seen := bitset{}
		left := f.Limit
		top := Cursor("") // the place of the first thread: what changes from now on is above it
		newest := int64(0)
		for pass := f; ; pass = f.above(top) {
			found := false
			for t, err := range s.threadPages(ctx, pass) {
				if err != nil {
					yield(Thread{}, err)
					return
				}
				_, id, err := t.Cursor.parse()
				if err == nil && top == "" {
					top = t.Cursor
					newest, err = s.newestThread(ctx)
				}
				if err != nil {
					yield(Thread{}, err)
					return
				}
				if id > newest || !seen.add(id) {
					continue
				}
				found = true
				if !yield(t, nil) {
					return
				}
				if left--; left == 0 {
					return
				}
			}
			if f.Once {
				return
			}
			if !found {
				return
			}
		}
	}
}

// above returns f for the threads above a place in the list.
func (f ThreadFilter) above(top Cursor) ThreadFilter {
	f.After, f.Before = "", top
	return f
}

// newestThread returns the greatest number of a thread.
func (s *Store) newestThread(ctx context.Context) (n int64, err error) {
	err = s.view(ctx, func(c *conn) error {
		n, err = c.Number("SELECT max(id) FROM threads")
		return err
	})
	return n, err
}

// threadPages returns the threads that f selects, f.Limit at a time if that is less than a page. It leaves out a
// thread that changes before its turn.
func (s *Store) threadPages(ctx context.Context, f ThreadFilter) iter.Seq2[Thread, error] {
	return func(yield func(Thread, error) bool) {
		f.Page = cmp.Or(min(f.Page, pageThreads), pageThreads) // it grows
		for more := true; more; {
			var page []Thread
			var err error
			page, more, err = s.threadPage(ctx, f)
			if err == nil {
				err = s.Sync(context.WithoutCancel(ctx)) // what is returned must survive a power cut
			}
			if err != nil {
				yield(Thread{}, err)
				return
			}
			for i := range page {
				if err := ctx.Err(); err != nil {
					yield(Thread{}, err)
					return
				}
				if !yield(page[i], nil) {
					return
				}
			}
			if more {
				f.After = page[len(page)-1].Cursor
				f.Page = min(2*f.Page, maxPage)
			}
		}
	}
}

// CursorAt returns the place in the list of threads of a change at a time: further down are threads that changed
// before.
func CursorAt(t time.Time) Cursor { return cursorOf(t.UnixMicro(), 0) }

func cursorOf(updated, id int64) Cursor {
	return Cursor(strconv.FormatInt(updated, 36) + "." + strconv.FormatInt(id, 36))
}

// Lost reports whether the status of a thread says that it runs, but nobody works on it: its process ended before the
// thread was done. Only threads with a script can be lost, since others run without a lease. t is what was read of
// the thread; if it has changed since, Lost reads it again. On systems without locks no thread is lost.
func (s *Store) Lost(ctx context.Context, t *Thread) (bool, error) {
	const times = 5
	for range times {
		if t.Status != checkpoint.StatusRunning || t.Script.Hash == "" {
			return false, nil
		}
		if taken, err := s.Leased(ctx, t.ID); taken || err != nil {
			return false, err
		}
		// Since t was read, the run may have stored its end and released the lease.
		now, err := s.lastChange(ctx, t.ID)
		if err != nil {
			return false, err
		}
		if now.sameAs(t) {
			return true, nil
		}
		t.Status, t.CreatedAt, t.UpdatedAt = now.Status, now.CreatedAt, now.UpdatedAt
	}
	return false, nil // it changes all the time: a process works on it
}

// lastChange returns the id, the status and the times of a thread. One that is gone has no status.
func (s *Store) lastChange(ctx context.Context, id string) (t Thread, err error) {
	t.ID = id
	err = s.view(ctx, func(c *conn) error {
		t, err = c.lastChange(id)
		return err
	})
	if err != nil {
		return t, fmt.Errorf("thread %s: %w", id, err)
	}
	return t, nil
}

// Unchanged reports whether the status of a thread and the time of its last change are what was read.
func (s *Store) Unchanged(ctx context.Context, t *Thread) (bool, error) {
	now, err := s.lastChange(ctx, t.ID)
	return err == nil && now.sameAs(t), err
}

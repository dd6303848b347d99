// This file removes old data: threads that are done, old checkpoints, free space in the file.

package hitlrun

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Prune says what to remove from a store. The zero value removes all threads that are done.
type Prune struct {
	// Statuses selects threads. nil is StatusDone; with Checkpoints it is all but StatusRunning. StatusInterrupted is
	// allowed with Checkpoints only: Prune never removes a thread that waits for an answer, also not one with StatusError
	// that has questions of other nodes. It never changes threads that run or are lost.
	Statuses []Status
	// OlderThan excludes threads that changed less than this time ago.
	OlderThan time.Duration
	// KeepLast is how many of the selected threads stay: those that changed last. With Checkpoints it is how many
	// checkpoints of each thread stay, and must be at least 1.
	KeepLast int
	// Checkpoints removes old checkpoints instead of threads. The newest KeepLast of each namespace of a thread stay,
	// with everything that is needed to resume the thread.
	Checkpoints bool
	// DryRun removes nothing: OnThread gets what would be removed. The store may be open with ReadOnly.
	DryRun bool
	// By says who prunes, From says from where; both go into the audit log. From is "go" if it is empty.
	By, From string
	// OnThread, if not nil, is called for each thread that was removed or lost checkpoints, and for each that Prune
	// skipped because someone works on it. Prune calls it on the goroutine of its caller. The removal is sure to
	// survive a power cut only once Prune has returned.
	OnThread func(PrunedThread)
}

// PrunedThread is what Prune did to a thread, or would do.
type PrunedThread struct {
	ThreadID  string    `json:"thread_id"`
	Status    Status    `json:"status"`
	UpdatedAt time.Time `json:"updated_at"`
	// Checkpoints is how many checkpoints were removed, with Prune.Checkpoints.
	Checkpoints int64 `json:"checkpoints,omitempty"`
	// Busy reports that someone works on the thread: Prune did not change it.
	Busy bool `json:"busy,omitempty"`
}

// Pruned is what Prune did, or would do.
type Pruned struct {
	Threads     int   `json:"threads"`     // threads that were removed, or lost checkpoints
	Checkpoints int64 `json:"checkpoints"` // removed, with Prune.Checkpoints
	Busy        int   `json:"busy"`        // threads that were skipped because someone works on them
	// SizeBefore and SizeAfter are the sizes of the store in bytes, with its write-ahead log.
	SizeBefore int64 `json:"bytes_before"`
	SizeAfter  int64 `json:"bytes_after"`
}

// Prune removes what o selects and gives the space back to the file system, see Compact.
//
// Others can use the store meanwhile: each thread is removed in a transaction of its own, under its lease, unless it
// has changed since Prune read it. Memory does not grow with the number of threads. When ctx ends or the process is
// killed, each thread is either removed or unchanged, and the same Prune can be run again. With an error Prune also
// returns what it did before the error.
func (s *Store) Prune(ctx context.Context, o Prune) (*Pruned, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	report := &Pruned{}
	var err error
	if report.SizeBefore, err = s.db.Size(ctx); err != nil {
		return nil, err
	}
	report.SizeAfter = report.SizeBefore
	cutoff := time.Now().Add(-o.OlderThan)
	left := o.KeepLast
	if o.Checkpoints {
		left = 0
	}
	filter := sqlite.ThreadFilter{Statuses: storedStatuses(o.statuses()), Settled: !o.Checkpoints}
	if left == 0 {
		filter.After = sqlite.CursorAt(cutoff.Add(time.Microsecond))
	}
	for t, err := range s.db.EachThread(ctx, filter) {
		if err != nil {
			return report, errors.Join(err, s.db.Erase(context.WithoutCancel(ctx)))
		}
		if left > 0 {
			left--
			continue
		}
		if t.UpdatedAt.After(cutoff) {
			continue
		}
		one, err := s.pruneThread(ctx, &o, &t)
		if err != nil {
			return report, errors.Join(err, s.db.Erase(context.WithoutCancel(ctx)))
		}
		report.add(one, o.OnThread)
	}
	if o.DryRun {
		return report, nil
	}
	if err := s.db.Erase(context.WithoutCancel(ctx)); err != nil {
		return report, err
	}
	report.SizeAfter, err = s.compact(ctx)
	return report, err
}

// check returns an error for a Prune that makes no sense.
func (o *Prune) check() error {
	switch {
	case o.OlderThan < 0:
		return fmt.Errorf("prune: the age %v is negative", o.OlderThan)
	case o.KeepLast < 0:
		return fmt.Errorf("prune: the number of threads or checkpoints that stay cannot be %d", o.KeepLast)
	case o.Checkpoints && o.KeepLast == 0:
		return errors.New("prune: at least one checkpoint of each thread must stay")
	case slices.Contains(o.Statuses, StatusRunning):
		return errors.New("prune: threads that run cannot be pruned")
	case !o.Checkpoints && slices.Contains(o.Statuses, StatusInterrupted):
		return errors.New("prune: a thread that waits for an answer is not removed; delete it by its id")
	}
	return nil
}

// statuses returns the states of the selected threads.
func (o *Prune) statuses() []Status {
	switch {
	case o.Statuses != nil:
		return slices.Compact(slices.Sorted(slices.Values(o.Statuses)))
	case o.Checkpoints:
		return []Status{StatusDone, StatusError, StatusInterrupted}
	}
	return []Status{StatusDone}
}

// add adds a thread to the report; nil stands for a thread with nothing to remove.
func (r *Pruned) add(one *PrunedThread, notify func(PrunedThread)) {
	if one == nil {
		return
	}
	if one.Busy {
		r.Busy++
	} else {
		r.Threads++
		r.Checkpoints += one.Checkpoints
	}
	if notify != nil {
		notify(*one)
	}
}

// pruneThread prunes a thread if it is still as it was listed. It returns nil if there is nothing to do.
func (s *Store) pruneThread(ctx context.Context, o *Prune, t *sqlite.Thread) (*PrunedThread, error) {
	one := &PrunedThread{ThreadID: t.ID, Status: Status(t.Status), UpdatedAt: t.UpdatedAt}
	if o.Checkpoints {
		n, err := s.saver.Prunable(ctx, t.ID, o.KeepLast)
		if n == 0 || err != nil {
			return nil, err
		}
		one.Checkpoints = n
	}
	if o.DryRun {
		busy, err := s.db.Leased(ctx, t.ID)
		one.Busy = busy
		return one, err
	}
	release, err := s.db.Lease(ctx, t.ID)
	if errors.Is(err, sqlite.ErrBusy) {
		one.Busy = true
		return one, nil
	}
	if err != nil {
		return nil, err
	}
	defer release()
	if o.Checkpoints {
		unchanged, err := s.db.Unchanged(ctx, t)
		if err == nil && unchanged {
			one.Checkpoints, err = s.saver.PruneCheckpoints(ctx, t.ID, o.KeepLast)
		}
		if err != nil || !unchanged || one.Checkpoints == 0 {
			return nil, err
		}
		return one, nil
	}
	from := o.From
	if from == "" {
		from = "go"
	}
	removed, err := s.saver.Remove(ctx, sqlite.Removal{ThreadID: t.ID, By: o.By, From: from, Unchanged: t})
	if err != nil || !removed {
		return nil, err
	}
	s.log(ctx, slog.LevelInfo, LogDeleted, slog.String(LogThread, t.ID), slog.String(LogBy, o.By), slog.String(LogFrom, from))
	return one, nil
}

// Compact removes scripts that no thread refers to, gives free space of the store back to the file system, and returns
// the sizes of the store before and after, in bytes, with its write-ahead log. Others can use the store meanwhile; a
// write-ahead log that another process reads stays. Compact can be interrupted at any time.
func (s *Store) Compact(ctx context.Context) (before, after int64, err error) {
	if before, err = s.db.Size(ctx); err != nil {
		return 0, 0, err
	}
	after, err = s.compact(ctx)
	return before, after, err
}

func (s *Store) compact(ctx context.Context) (size int64, err error) {
	if err := s.db.Vacuum(ctx); err != nil {
		return 0, err
	}
	return s.db.Size(ctx)
}

// This file removes what is old: threads that are done, checkpoints nobody goes back to, free space.

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

// Prune says what to remove from a store. The zero value is all threads that are done.
type Prune struct {
	// Statuses are those of the threads that are meant. nil is StatusDone; with Checkpoints it is all but
	// StatusRunning. StatusInterrupted is for Checkpoints only: a thread that waits for an
	// answer is never removed. Threads that run, or are lost, are left alone.
	Statuses []Status
	// OlderThan leaves threads that changed less than this time ago.
	OlderThan time.Duration
	// KeepLast leaves the threads that changed last: so many of those that are meant. With Checkpoints
	// it is how many checkpoints stay of each thread, and has to be at least 1.
	KeepLast int
	// Checkpoints removes checkpoints and leaves the threads: of each thread, and of each namespace in
	// it, the newest KeepLast stay, with all that is needed to go on.
	Checkpoints bool
	// DryRun removes nothing: OnThread gets what would go. A store that is open to read will do.
	DryRun bool
	// By is who does it, From is from where, for the audit log. From is "go" if it is empty.
	By, From string
	// OnThread, if not nil, is called with each thread that was removed, or had checkpoints
	// removed, and of each that was left because someone works on it. What was removed survives a power
	// cut when Prune returns, and may not before.
	OnThread func(PrunedThread)
}

// PrunedThread is what Prune did to a thread, or would do.
type PrunedThread struct {
	ThreadID  string    `json:"thread_id"`
	Status    Status    `json:"status"`
	UpdatedAt time.Time `json:"updated_at"`
	// Checkpoints is how many checkpoints were removed, with Prune.Checkpoints.
	Checkpoints int64 `json:"checkpoints,omitempty"`
	// Busy says that someone works on the thread: it is left as it is.
	Busy bool `json:"busy,omitempty"`
}

// Pruned is what Prune did, or would do.
type Pruned struct {
	Threads     int   `json:"threads"`     // removed, or with checkpoints that were
	Checkpoints int64 `json:"checkpoints"` // removed, with Prune.Checkpoints
	Busy        int   `json:"busy"`        // threads that were left because someone works on them
	// SizeBefore and SizeAfter are the bytes that the store takes, with its WAL.
	SizeBefore int64 `json:"bytes_before"`
	SizeAfter  int64 `json:"bytes_after"`
}

// Prune removes what o says and gives the space back to the file system, see Compact.
//
// Others can use the store meanwhile: each thread is a transaction, and is removed under its lease, if it
// has not changed since it was looked at. Memory does not grow with the number of threads.
// When ctx is done, or the process is killed, what was removed is removed, and all else is as it was:
// the same Prune goes on with it. With an error comes what was done before it.
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
	filter := sqlite.ThreadFilter{Statuses: storedStatuses(o.statuses())}
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
		return fmt.Errorf("prune: %d cannot be kept", o.KeepLast)
	case o.Checkpoints && o.KeepLast == 0:
		return errors.New("prune: at least one checkpoint of a thread must be kept")
	case slices.Contains(o.Statuses, StatusRunning):
		return errors.New("prune: threads that run are left alone")
	case !o.Checkpoints && slices.Contains(o.Statuses, StatusInterrupted):
		return errors.New("prune: a thread that waits for an answer is not removed; delete it by its id")
	}
	return nil
}

// statuses returns the states of the threads that are meant.
func (o *Prune) statuses() []Status {
	switch {
	case o.Statuses != nil:
		return slices.Compact(slices.Sorted(slices.Values(o.Statuses)))
	case o.Checkpoints:
		return []Status{StatusDone, StatusError, StatusInterrupted}
	}
	return []Status{StatusDone}
}

// add adds a thread to the report; nil is one that has nothing to remove.
func (r *Pruned) add(one *PrunedThread, told func(PrunedThread)) {
	if one == nil {
		return
	}
	if one.Busy {
		r.Busy++
	} else {
		r.Threads++
		r.Checkpoints += one.Checkpoints
	}
	if told != nil {
		told(*one)
	}
}

// pruneThread prunes a thread as it was listed; nil if there is nothing to do.
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

// Compact removes scripts that no thread refers to, gives free space of the store back to the file system, and
// returns how many bytes the store took before and takes now, with its WAL. Others can use
// the store meanwhile; a WAL that is being read stays. It can be broken off at any time.
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

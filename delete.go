// This file deletes threads.

package hitlrun

import (
	"context"
	"errors"
	"log/slog"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Delete removes all of a thread and overwrites its bytes in the files of the store; only digests of its entries stay
// in the audit log. A thread that does not exist gives ErrNoThread, one that is being run ErrBusy. If another process
// reads the store for so long that the bytes cannot be overwritten, the thread is deleted but the error is
// ErrNotErased; the next Delete, of any thread, overwrites them.
func (s *Store) Delete(ctx context.Context, threadID string) error {
	return s.DeleteBy(ctx, threadID, "", "go")
}

// DeleteBy is Delete with the names for the audit log: by says who deletes, from says from where.
func (s *Store) DeleteBy(ctx context.Context, threadID, by, from string) error {
	deleted, err := s.DeleteAll(ctx, []string{threadID}, by, from)
	if err == nil && len(deleted) == 1 {
		return deleted[0].Err
	}
	if len(deleted) == 1 {
		err = errors.Join(deleted[0].Err, err)
	}
	return err
}

// Deleted is the result for one of several threads.
type Deleted struct {
	ThreadID string
	Err      error // nil, or why it was not deleted: ErrNoThread, ErrBusy, …
}

// DeleteAll is DeleteBy for several threads. It deletes each by itself, and continues after one that cannot be deleted.
// The result has an element for each id, in the order of ids. An error is that of ctx, or concerns the store; then the
// result has only the threads that were tried.
func (s *Store) DeleteAll(ctx context.Context, ids []string, by, from string) ([]Deleted, error) {
	if err := checkNames(by, from); err != nil {
		return nil, err
	}
	deleted := make([]Deleted, 0, len(ids))
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return deleted, errors.Join(err, s.db.Erase(context.WithoutCancel(ctx)))
		}
		deleted = append(deleted, Deleted{id, s.deleteOne(ctx, sqlite.Removal{ThreadID: id, By: by, From: from})})
	}
	return deleted, s.db.Erase(context.WithoutCancel(ctx))
}

// deleteOne deletes a thread that nobody works on.
func (s *Store) deleteOne(ctx context.Context, r sqlite.Removal) error {
	if _, err := s.thread(ctx, r.ThreadID); err != nil {
		return err
	}
	release, err := s.lease(ctx, r.ThreadID)
	if err != nil {
		return err
	}
	defer release()
	if _, err = s.saver.Remove(ctx, r); err == nil {
		s.log(ctx, slog.LevelInfo, LogDeleted, slog.String(LogThread, r.ThreadID), slog.String(LogBy, r.By), slog.String(LogFrom, r.From))
	}
	return err
}

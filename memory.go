// This file has the store in memory.

package hitlrun

import (
	"context"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// memorySaver stores the checkpoints of a store in memory. They are no rows, so threads
// that run at once do not wait for each other; what is known of threads as a whole, and
// the audit log, are rows of db.
type memorySaver struct {
	checkpoint.MemorySaver
	checkpoint.AuditLog // of db
	db                  *sqlite.Store
}

// Commit implements checkpoint.Saver.
func (m *memorySaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	if b.Thread == nil && b.Audit == nil && b.Pin == nil {
		return m.MemorySaver.Commit(ctx, b)
	}
	return m.CommitWith(ctx, b, func() error {
		return m.db.Commit(context.WithoutCancel(ctx), checkpoint.Batch{
			Key: checkpoint.Key{ThreadID: b.Key.ThreadID}, Thread: b.Thread, Audit: b.Audit, Pin: b.Pin,
		})
	})
}

// Standing implements saver.
func (m *memorySaver) Standing(ctx context.Context, id string) (t *sqlite.Thread, tuple *checkpoint.Tuple, err error) {
	tuple, err = m.GetWith(ctx, id, func() error {
		t, err = m.db.Thread(ctx, id)
		return err
	})
	return t, tuple, err
}

// DeleteThread implements checkpoint.Saver.
func (m *memorySaver) DeleteThread(ctx context.Context, id string) error {
	_, err := m.Remove(ctx, sqlite.Removal{ThreadID: id})
	return err
}

// Remove implements saver.
func (m *memorySaver) Remove(ctx context.Context, r sqlite.Removal) (bool, error) {
	removed, err := m.db.Remove(ctx, r)
	if err != nil || !removed && r.Unchanged != nil {
		return false, err
	}
	return removed, m.MemorySaver.DeleteThread(context.WithoutCancel(ctx), r.ThreadID)
}

// PruneCheckpoints implements saver.
func (m *memorySaver) PruneCheckpoints(_ context.Context, threadID string, keep int) (int64, error) {
	return m.MemorySaver.Prune(threadID, keep, false)
}

// Prunable implements saver.
func (m *memorySaver) Prunable(_ context.Context, threadID string, keep int) (int64, error) {
	return m.MemorySaver.Prune(threadID, keep, true)
}

// This file has the store in memory.

package hitlrun

import (
	"context"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// memorySaver keeps the checkpoints of a store in memory. They are no rows, so threads
// that run at once do not wait for each other; what is known of threads as a whole, and
// the audit log, are rows of db.
type memorySaver struct {
	checkpoint.MemorySaver
	checkpoint.AuditLog // of db
	db                  *sqlite.Store
}

// Commit implements checkpoint.Saver.
func (m *memorySaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	if b.Thread == nil && b.Audit == nil {
		return m.MemorySaver.Commit(ctx, b)
	}
	return m.CommitWith(ctx, b, func() error {
		return m.db.Commit(context.WithoutCancel(ctx), checkpoint.Batch{
			Key: checkpoint.Key{ThreadID: b.Key.ThreadID}, Thread: b.Thread, Audit: b.Audit,
		})
	})
}

// DeleteThread implements checkpoint.Saver.
func (m *memorySaver) DeleteThread(ctx context.Context, id string) error {
	return m.DeleteThreadBy(ctx, id, "", "")
}

func (m *memorySaver) DeleteThreadBy(ctx context.Context, id, by, from string) error {
	if err := m.db.DeleteThreadBy(ctx, id, by, from); err != nil {
		return err
	}
	return m.MemorySaver.DeleteThread(ctx, id)
}

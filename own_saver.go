// This file has stores whose checkpoints are not in SQLite, but in memory or in a saver of the program.

package hitlrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// New returns a store whose checkpoints are in a saver of the program: a &checkpoint.MemorySaver{}, or a Saver of its
// own for another database (package checkpoint/savertest has the tests that it has to pass). The file Options.Threads
// stores the data of threads as a whole: status, questions, scripts, metadata, documents and the audit log. If it is
// "", these data are in memory, as with Open(":memory:"). A nil saver is an error; others are as in Open.
//
// The saver is never behind the file: a batch is stored in the saver first. If the process dies between the two, the
// thread is lost (see Thread.Lost) and Recover resumes it, or the question still waits. Several processes can share a
// saver and a file. Backup is not supported (errors.ErrUnsupported), Prune.Checkpoints needs a saver that is a
// checkpoint.Pruner, and RollBack one that is a checkpoint.Reverter. Close leaves the saver open.
func New(saver checkpoint.Saver, o Options) (*Store, error) {
	if saver == nil {
		return nil, errors.New("there is no saver: give one, or use Open")
	}
	path := o.Threads
	if path == "" {
		path = ":memory:"
	}
	s, err := openSQLite(path, o)
	if err != nil {
		return nil, err
	}
	s.inMemory = path == ":memory:"
	if m, ok := saver.(*checkpoint.MemorySaver); ok && s.inMemory {
		s.saver = &memorySaver{MemorySaver: m, AuditLog: s.db, db: s.db}
	} else {
		s.saver = &programSaver{Saver: saver, AuditLog: s.db, db: s.db}
	}
	return s, nil
}

// memorySaver stores the checkpoints of a store in memory, outside of the database, so threads that run at the same
// time do not wait for each other. Data of threads as a whole, and the audit log, are rows of db.
type memorySaver struct {
	*checkpoint.MemorySaver
	checkpoint.AuditLog // of db
	db                  *sqlite.Store
}

// Commit implements checkpoint.Saver.
func (m *memorySaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	if !aboutThread(&b) {
		return m.MemorySaver.Commit(ctx, b)
	}
	return m.CommitWith(ctx, b, func() error { return m.db.Commit(context.WithoutCancel(ctx), threadOnly(&b)) })
}

// aboutThread reports whether a batch changes data of the thread as a whole.
func aboutThread(b *checkpoint.Batch) bool { return b.Thread != nil || b.Audit != nil || b.Pin != nil }

// threadOnly returns the part of a batch that changes data of the thread as a whole.
func threadOnly(b *checkpoint.Batch) checkpoint.Batch {
	return checkpoint.Batch{Key: checkpoint.Key{ThreadID: b.Key.ThreadID}, Thread: b.Thread, Audit: b.Audit, Pin: b.Pin}
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
func (m *memorySaver) PruneCheckpoints(ctx context.Context, threadID string, retain int) (int64, error) {
	return m.Prune(ctx, threadID, retain, false)
}

// Prunable implements saver.
func (m *memorySaver) Prunable(ctx context.Context, threadID string, retain int) (int64, error) {
	return m.Prune(ctx, threadID, retain, true)
}

// Revert implements checkpoint.Reverter.
func (m *memorySaver) Revert(ctx context.Context, r checkpoint.Reversal) error {
	return m.RevertWith(ctx, r, func() error { return m.db.Revert(context.WithoutCancel(ctx), r) })
}

// programSaver is a saver of the program, with the data of threads as a whole in db.
type programSaver struct {
	checkpoint.Saver
	checkpoint.AuditLog // of db
	db                  *sqlite.Store
}

// Commit implements checkpoint.Saver. The saver commits before db, so db is never ahead of it.
func (o *programSaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	if b.Checkpoint != nil || len(b.Writes) > 0 || len(b.Forget) > 0 || b.If != nil {
		if err := o.Saver.Commit(ctx, b); err != nil {
			return err
		}
	}
	if !aboutThread(&b) {
		return nil
	}
	return o.db.Commit(context.WithoutCancel(ctx), threadOnly(&b))
}

// Sync implements checkpoint.Syncer.
func (o *programSaver) Sync(ctx context.Context) error {
	if s, ok := o.Saver.(checkpoint.Syncer); ok {
		if err := s.Sync(ctx); err != nil {
			return err
		}
	}
	return o.db.Sync(ctx)
}

// Head implements checkpoint.HeadReader.
func (o *programSaver) Head(ctx context.Context, key checkpoint.Key, cached string) (*checkpoint.Tuple, error) {
	if h, ok := o.Saver.(checkpoint.HeadReader); ok {
		return h.Head(ctx, key, cached)
	}
	key.ID = ""
	tuple, err := o.Get(ctx, key)
	if err == nil && tuple.Key.ID == cached {
		whole, cp := *tuple, *tuple.Checkpoint
		cp.Values = nil
		whole.Checkpoint = &cp
		return &whole, nil
	}
	return tuple, err
}

// Standing implements saver.
func (o *programSaver) Standing(ctx context.Context, id string) (*sqlite.Thread, *checkpoint.Tuple, error) {
	for {
		t, err := o.db.Thread(ctx, id)
		if err != nil {
			return nil, nil, err
		}
		tuple, err := o.Get(ctx, checkpoint.Key{ThreadID: id})
		if errors.Is(err, checkpoint.ErrNotFound) {
			tuple, err = nil, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if same, err := o.db.Unchanged(ctx, t); same || err != nil {
			return t, tuple, err
		}
	}
}

// DeleteThread implements checkpoint.Saver.
func (o *programSaver) DeleteThread(ctx context.Context, id string) error {
	_, err := o.Remove(ctx, sqlite.Removal{ThreadID: id})
	return err
}

// Remove implements saver. After an interruption the thread still exists, and can be removed again.
func (o *programSaver) Remove(ctx context.Context, r sqlite.Removal) (bool, error) {
	if r.Unchanged != nil {
		if same, err := o.db.Unchanged(ctx, r.Unchanged); !same || err != nil {
			return false, err
		}
		r.Unchanged = nil
	}
	if err := o.Saver.DeleteThread(ctx, r.ThreadID); err != nil {
		return false, err
	}
	return o.db.Remove(context.WithoutCancel(ctx), r)
}

// PruneCheckpoints implements saver.
func (o *programSaver) PruneCheckpoints(ctx context.Context, threadID string, retain int) (int64, error) {
	return o.prune(ctx, threadID, retain, false)
}

// Prunable implements saver.
func (o *programSaver) Prunable(ctx context.Context, threadID string, retain int) (int64, error) {
	return o.prune(ctx, threadID, retain, true)
}

func (o *programSaver) prune(ctx context.Context, threadID string, retain int, dryRun bool) (int64, error) {
	p, ok := o.Saver.(checkpoint.Pruner)
	if !ok {
		return 0, fmt.Errorf("the saver of the store cannot remove checkpoints (checkpoint.Pruner): %w", errors.ErrUnsupported)
	}
	return p.Prune(ctx, threadID, retain, dryRun)
}

// Namespaces implements checkpoint.Reverter.
func (o *programSaver) Namespaces(ctx context.Context, threadID, prefix string) ([]string, error) {
	r, ok := o.Saver.(checkpoint.Reverter)
	if !ok {
		return nil, errNotReverter
	}
	return r.Namespaces(ctx, threadID, prefix)
}

// Revert implements checkpoint.Reverter. The saver is put back before db: if the process dies between the two, the thread
// still has the status of the run, and can be put back again.
func (o *programSaver) Revert(ctx context.Context, r checkpoint.Reversal) error {
	saver, ok := o.Saver.(checkpoint.Reverter)
	if !ok {
		return errNotReverter
	}
	if err := saver.Revert(ctx, r); err != nil {
		return err
	}
	return o.db.Revert(context.WithoutCancel(ctx), r)
}

var errNotReverter = fmt.Errorf("the saver of the store cannot put back a thread (checkpoint.Reverter): %w", errors.ErrUnsupported)

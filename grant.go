// This file restricts a run to its own thread of the store.

package hitlrun

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// threadSaver is a saver that stores audit entries.
type threadSaver interface {
	checkpoint.Saver
	checkpoint.HeadReader
	checkpoint.AuditLog
}

// granted is a saver for the run of one thread: it refuses all other threads, and everything when the run has ended.
type granted struct {
	over     *atomic.Bool // whether the run has ended: a script may retain the saver of an earlier run
	running  *running     // of the store
	saver    threadSaver
	threadID string
}

// grantedStore is granted of a store in a file.
type grantedStore struct {
	granted
	db  *sqlite.Store
	row *atomic.Pointer[sqlite.Row] // of the thread, until it is used or may have changed
}

// only returns the saver for a run of a thread, which the caller has leased. row was read since then; it can be nil.
func (s *Store) only(threadID string, row *sqlite.Row) threadSaver {
	over := new(atomic.Bool)
	switch saver := s.saver.(type) {
	case *sqlite.Store:
		g := grantedStore{granted{over, s.running, saver, threadID}, saver, &atomic.Pointer[sqlite.Row]{}}
		g.row.Store(row)
		return g
	case *programSaver:
		return grantedOwn{granted{over, s.running, saver, threadID}, saver}
	}
	return granted{over, s.running, s.saver.(*memorySaver), threadID} //nolint:forcetypeassert // there is no other
}

// grantedOwn is granted of a store whose saver is one of the program.
type grantedOwn struct {
	granted
	own *programSaver
}

// Sync implements checkpoint.Syncer.
func (g grantedOwn) Sync(ctx context.Context) error { return g.own.Sync(ctx) }

// Reaches implements checkpoint.Confined. A thread without an id is refused by every saver.
func (g granted) Reaches(threadID string) bool { return threadID == g.threadID || threadID == "" }

// Of implements checkpoint.View: each run has a granted of its own.
func (g granted) Of() any { return g.saver }

func (g granted) check(threadID string) error {
	if g.over.Load() {
		return fmt.Errorf("the run of thread %q has ended, and its access to the store with it", g.threadID)
	}
	if g.Reaches(threadID) {
		return nil
	}
	return fmt.Errorf("the run works on thread %q, and the store does not let it reach thread %q", g.threadID, threadID)
}

// end ends the access of the run to the store.
func (g granted) end() { g.over.Store(true) }

// Get implements checkpoint.Saver.
func (g granted) Get(ctx context.Context, key checkpoint.Key) (*checkpoint.Tuple, error) {
	if err := g.check(key.ThreadID); err != nil {
		return nil, err
	}
	return g.saver.Get(ctx, key)
}

// Head implements checkpoint.HeadReader.
func (g granted) Head(ctx context.Context, key checkpoint.Key, cached string) (*checkpoint.Tuple, error) {
	if err := g.check(key.ThreadID); err != nil {
		return nil, err
	}
	return g.saver.Head(ctx, key, cached)
}

// List implements checkpoint.Saver.
func (g granted) List(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) iter.Seq2[*checkpoint.Tuple, error] {
	if err := g.check(key.ThreadID); err != nil {
		return func(yield func(*checkpoint.Tuple, error) bool) { yield(nil, err) }
	}
	return g.saver.List(ctx, key, o)
}

// Commit implements checkpoint.Saver.
func (g granted) Commit(ctx context.Context, b checkpoint.Batch) error {
	if err := g.check(b.Key.ThreadID); err != nil {
		return err
	}
	return g.running.insist(g.threadID, b.Outside, func() error { return g.saver.Commit(ctx, b) })
}

// DeleteThread implements checkpoint.Saver. The thread belongs to the program that runs the script.
func (g granted) DeleteThread(context.Context, string) error {
	return fmt.Errorf("the run of thread %q cannot delete threads of the store", g.threadID)
}

// Audit implements checkpoint.AuditLog.
func (g granted) Audit(ctx context.Context, f checkpoint.AuditFilter) ([]checkpoint.AuditEntry, error) {
	if f.ThreadID == "" {
		f.ThreadID = g.threadID
	}
	if err := g.check(f.ThreadID); err != nil {
		return nil, err
	}
	return g.saver.Audit(ctx, f)
}

// VerifyAudit implements checkpoint.AuditLog. The log belongs to all threads, so a run may not read it.
func (g granted) VerifyAudit(context.Context, ...checkpoint.AuditHead) (*checkpoint.AuditReport, error) {
	return nil, fmt.Errorf("the run of thread %q cannot verify the audit log of the store", g.threadID)
}

// FindAnswer implements checkpoint.AuditLog.
func (g granted) FindAnswer(ctx context.Context, threadID, prefix string) (*checkpoint.AuditEntry, string, error) {
	if err := g.check(threadID); err != nil {
		return nil, "", err
	}
	return g.saver.FindAnswer(ctx, threadID, prefix)
}

// Head implements checkpoint.HeadReader. The first one does not read the row of the thread again.
func (g grantedStore) Head(ctx context.Context, key checkpoint.Key, cached string) (*checkpoint.Tuple, error) {
	row := g.row.Swap(nil)
	if row == nil || key.ThreadID != g.threadID || key.NS != "" {
		return g.granted.Head(ctx, key, cached)
	}
	if err := g.check(key.ThreadID); err != nil {
		return nil, err
	}
	return g.db.HeadOf(ctx, row, cached)
}

// Commit implements checkpoint.Saver.
func (g grantedStore) Commit(ctx context.Context, b checkpoint.Batch) error {
	g.row.Store(nil)
	return g.granted.Commit(ctx, b)
}

// CommitAll implements checkpoint.Grouper.
func (g grantedStore) CommitAll(ctx context.Context, batches []checkpoint.Batch) error {
	g.row.Store(nil)
	outside := false
	for i := range batches {
		if err := g.check(batches[i].Key.ThreadID); err != nil {
			return err
		}
		outside = outside || batches[i].Outside
	}
	return g.running.insist(g.threadID, outside, func() error { return g.db.CommitAll(ctx, batches) })
}

// Sync implements checkpoint.Syncer.
func (g grantedStore) Sync(ctx context.Context) error { return g.db.Sync(ctx) }

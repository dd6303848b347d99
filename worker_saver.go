// This file has the savers of a worker. Each of their calls is sent to the host, which has the store.

package hitlrun

import (
	"context"
	"iter"
	"sync/atomic"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/worker"
)

// remoteSaver is a saver of the host. Two of them for the same thread of a store are equal, but not what embeds them.
type remoteSaver struct {
	host *worker.Peer
	ref  saverRef
}

// syncingSaver is a remoteSaver of a store in a file.
type syncingSaver struct {
	remoteSaver
	over *atomic.Bool // whether its call has ended
}

// saver returns the saver that a message names. over must be called when the call of the message has ended.
func (w *workerSide) saver(ref saverRef) (saver threadSaver, over func()) {
	if ref.Syncs {
		s := syncingSaver{remoteSaver{w.host, ref}, new(atomic.Bool)}
		return s, func() { s.over.Store(true) }
	}
	return remoteSaver{w.host, ref}, func() {}
}

// Reaches implements checkpoint.Confined. The host refuses other threads.
func (s remoteSaver) Reaches(threadID string) bool {
	return threadID == s.ref.Thread || threadID == ""
}

// Of implements checkpoint.View: each call has a remoteSaver of its own.
func (s remoteSaver) Of() any { return s }

func (s remoteSaver) one(ctx context.Context, method byte, m *readMessage) (*checkpoint.Tuple, error) {
	m.Saver = s.ref
	found, err := calls[tuplesMessage](ctx, s.host, method, m)
	if err == nil && len(found.Tuples) != 1 {
		err = checkpoint.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return found.Tuples[0], nil
}

// Get implements checkpoint.Saver.
func (s remoteSaver) Get(ctx context.Context, key checkpoint.Key) (*checkpoint.Tuple, error) {
	return s.one(ctx, toGet, &readMessage{Key: key})
}

// Head implements checkpoint.HeadReader.
func (s remoteSaver) Head(ctx context.Context, key checkpoint.Key, cached string) (*checkpoint.Tuple, error) {
	return s.one(ctx, toHead, &readMessage{Key: key, Known: cached})
}

// List implements checkpoint.Saver. It requests the list in parts, one after the other.
func (s remoteSaver) List(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) iter.Seq2[*checkpoint.Tuple, error] {
	return func(yield func(*checkpoint.Tuple, error) bool) {
		m := readMessage{Saver: s.ref, Key: key, List: o}
		for more := true; more; {
			found, err := calls[tuplesMessage](ctx, s.host, toList, &m)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, tuple := range found.Tuples {
				if !yield(tuple, nil) {
					return
				}
			}
			m.next(found.Tuples)
			more = found.More
		}
	}
}

// next changes the message to request the part that follows the given checkpoints. Newer ones may have been added at the beginning of the list.
func (m *readMessage) next(got []*checkpoint.Tuple) {
	n := len(got)
	if n == 0 {
		return
	}
	if last := got[n-1]; m.List.AllNS {
		m.After, m.Skip = checkpoint.Key{NS: last.Key.NS, ID: last.Checkpoint.ID}, m.Skip+n
	} else {
		m.List.Before = last.Checkpoint.ID
	}
	if m.List.Limit > 0 {
		m.List.Limit -= n
	}
}

// Commit implements checkpoint.Saver.
func (s remoteSaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	return s.commit(ctx, []checkpoint.Batch{b})
}

func (s remoteSaver) commit(ctx context.Context, batches []checkpoint.Batch) error {
	m := commitMessage{Saver: s.ref, Batches: append([]checkpoint.Batch(nil), batches...), Pins: make([]bool, len(batches))}
	for i := range m.Batches {
		m.Pins[i] = m.Batches[i].Pin != nil
		m.Batches[i].Pin = nil
		ownValues(&m.Batches[i])
	}
	_, err := calls[nothing](ctx, s.host, toCommit, &m)
	return err
}

// DeleteThread implements checkpoint.Saver.
func (s remoteSaver) DeleteThread(ctx context.Context, threadID string) error {
	_, err := calls[nothing](ctx, s.host, toDeleteThread, &readMessage{Saver: s.ref, Key: checkpoint.Key{ThreadID: threadID}})
	return err
}

// Audit implements checkpoint.AuditLog.
func (s remoteSaver) Audit(ctx context.Context, f checkpoint.AuditFilter) ([]checkpoint.AuditEntry, error) {
	found, err := calls[auditedMessage](ctx, s.host, toAudit, &auditMessage{Saver: s.ref, Filter: f})
	return found.Entries, err
}

// VerifyAudit implements checkpoint.AuditLog.
func (s remoteSaver) VerifyAudit(ctx context.Context, heads ...checkpoint.AuditHead) (*checkpoint.AuditReport, error) {
	found, err := calls[auditedMessage](ctx, s.host, toVerifyAudit, &auditMessage{Saver: s.ref, Heads: heads})
	return found.Report, err
}

// FindAnswer implements checkpoint.AuditLog.
func (s remoteSaver) FindAnswer(ctx context.Context, threadID, prefix string) (*checkpoint.AuditEntry, string, error) {
	found, err := calls[auditedMessage](ctx, s.host, toFindAnswer, &auditMessage{Saver: s.ref, Filter: checkpoint.AuditFilter{ThreadID: threadID}, Prefix: prefix})
	if err != nil || len(found.Entries) != 1 {
		return nil, "", err
	}
	return &found.Entries[0], found.ID, nil
}

// CommitAll implements checkpoint.Grouper.
func (s syncingSaver) CommitAll(ctx context.Context, batches []checkpoint.Batch) error {
	return s.commit(ctx, batches)
}

// Sync implements checkpoint.Syncer. After the call of the saver it does nothing: the host syncs what the call stored before
// it notifies anyone. A VM that serves another call may still have the saver in its list of those that need a sync.
func (s syncingSaver) Sync(ctx context.Context) error {
	if s.over.Load() {
		return nil
	}
	_, err := calls[nothing](ctx, s.host, toSync, &readMessage{Saver: s.ref})
	return err
}

// This file bounds what the reads of all workers together have in memory: a state, a history, or items take several times their size
// while they are read and sent. So their size is asked first, and the read waits until so much is free. A call takes memory once, and
// gives it back when its result is sent, or its worker is gone; a worker that does not read is ended (worker.Options.Silence). So nobody
// who has memory waits for more.

package hitlrun

import (
	"context"
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/longterm"
	"github.com/hitlrun/hitlrun/worker"
)

// Bounds of what workers read, in bytes.
const (
	maxWorkerReads = 768 << 20 // of all workers
	maxOneReads    = 256 << 20 // of one
	smallRead      = 1 << 20   // what is smaller as it is stored needs no turn: a worker gets a few results at a time (worker.Bounds.Large)
	workerFactor   = 2         // how many times its stored size a read takes
)

// takes waits until there is memory for a read of size bytes. ctx is that of the handler.
func (p *proc) takes(ctx context.Context, size int64) error {
	if size < smallRead {
		return nil
	}
	part, err := p.reads.Take(ctx, p, size*workerFactor)
	if err == nil {
		worker.WhenSent(ctx, part.Free)
	}
	return err
}

// whenRoom calls read, which reads a checkpoint. If that is large, read is called once more when there is memory for it.
func (p *proc) whenRoom(ctx context.Context, read func(ctx context.Context) error) error {
	err := read(checkpoint.AtMost(ctx, smallRead))
	var large *checkpoint.LargeError
	if !errors.As(err, &large) {
		return err
	}
	if err := p.takes(ctx, large.Bytes); err != nil {
		return err
	}
	return read(ctx)
}

// sizer is a saver that knows the sizes of the states in a list.
type sizer interface {
	namespacer
	LargestState(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) (largest int64, n int, err error)
}

// listSizes waits until there is memory for what a worker wants to list of a saver.
func (p *proc) listSizes(ctx context.Context, m *readMessage) error {
	return p.roomFor(ctx, m.Saver, m.Key.ThreadID, func(db *sqlite.Store) (int64, error) { return sizeOfList(ctx, db, m) })
}

// auditSize waits until there is memory for the entries of the audit log that a worker wants to read.
func (p *proc) auditSize(ctx context.Context, m *auditMessage) error {
	id := m.Filter.ThreadID
	return p.roomFor(ctx, m.Saver, id, func(db *sqlite.Store) (int64, error) { return db.AuditSize(ctx, id, m.Filter.After) })
}

// roomFor waits until there is memory for what a worker wants to read of a thread. sizeOf returns its size; it is not called for other savers than the
// store, and for threads that the worker does not reach.
func (p *proc) roomFor(ctx context.Context, ref saverRef, threadID string, sizeOf func(db *sqlite.Store) (int64, error)) error {
	var size int64
	err := p.with(ref, func(b *bound) (err error) {
		g, ok := b.saver.(grantedStore)
		if !ok {
			return nil // what is read says what is wrong
		}
		if err = g.check(threadID); err == nil {
			size, err = sizeOf(g.db)
		}
		return err
	})
	if err != nil {
		return err
	}
	return p.takes(ctx, size)
}

// sizeOfList returns the size of the largest state of the part that a message asks for, or a larger one.
func sizeOfList(ctx context.Context, db sizer, m *readMessage) (size int64, err error) {
	lines, err := m.lines(ctx, db)
	if err != nil {
		return 0, err
	}
	left := partTuples
	if m.List.Limit > 0 {
		left = min(left, m.List.Limit)
	}
	for i := 0; i < len(lines) && left > 0; i++ {
		key, o := lines[i].list(m)
		o.Limit = left
		largest, n, err := db.LargestState(ctx, key, o)
		if err != nil {
			return 0, err
		}
		size = max(size, largest)
		left -= n
	}
	if size >= smallRead {
		size += partBytes // the last of a part may be the largest
	}
	return size, nil
}

// itemSizer is a long-term store that knows the sizes of items.
type itemSizer interface {
	Size(ctx context.Context, namespace []string, key string) (int64, error)
	FoundSize(ctx context.Context, prefix []string, offset, limit int) (int64, error)
	NamespacesSize(ctx context.Context) (int64, error)
}

// roomForItems waits until there is memory for what a worker wants to read of a long-term store; sizeOf returns its size.
func (p *proc) roomForItems(ctx context.Context, m *itemsMessage, sizeOf func(s itemSizer) (int64, error)) error {
	var size int64
	err := p.withItems(m.Saver, func(items longterm.Items) (err error) {
		if s, ok := items.(itemSizer); ok {
			size, err = sizeOf(s)
		}
		if size > worker.MaxFrame {
			err = tooLarge(size)
		}
		return err
	})
	if err != nil {
		return err
	}
	return p.takes(ctx, size)
}

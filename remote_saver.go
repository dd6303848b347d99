// This file restricts what a worker can reach in the stores of its host: the thread of each of its runs, and nothing
// else. The host checks everything that a worker sends before it stores it.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/longterm"
)

// bound is the saver of a call. It works until the call ends.
type bound struct {
	saver    checkpoint.Saver // confined to the thread of the call
	pin      *checkpoint.Pin  // of the call
	by, from string           // who does it, for the audit log
	items    longterm.Items   // of the call; nil for none
	maxState int64            // Batch.MaxState

	using sync.RWMutex // held for reading while the saver is used
	ended bool

	mu     sync.Mutex
	stored stored
}

// stored records what a run has committed.
type stored struct {
	any        bool                     // something
	checkpoint *checkpoint.Checkpoint   // the newest of the outermost graph; nil for none
	thread     *checkpoint.ThreadUpdate // the last
}

var errCallEnded = errors.New("the call has ended, and its saver with it")

// use calls f with the saver, unless the call has ended.
func (b *bound) use(f func() error) error {
	b.using.RLock()
	defer b.using.RUnlock()
	if b.ended {
		return errCallEnded
	}
	return f()
}

// end waits until nobody uses the saver any more. Afterwards the saver refuses everything.
func (b *bound) end() {
	b.using.Lock()
	b.ended = true
	b.using.Unlock()
}

// commit commits batches of a worker.
func (b *bound) commit(ctx context.Context, m *commitMessage) error {
	if len(m.Batches) == 0 || len(m.Pins) != len(m.Batches) {
		return errors.New("the commit has no batches")
	}
	for i := range m.Batches {
		if err := b.admit(&m.Batches[i], m.Pins[i]); err != nil {
			return err
		}
	}
	var err error
	grouper, groups := b.saver.(checkpoint.Grouper)
	switch {
	case len(m.Batches) == 1:
		err = b.saver.Commit(ctx, m.Batches[0])
		if syncer, syncs := b.saver.(checkpoint.Syncer); err == nil && syncs && !groups { // the worker cannot sync this saver
			err = syncer.Sync(ctx)
		}
	case groups:
		err = grouper.CommitAll(ctx, m.Batches)
	default:
		err = errors.New("the saver commits one batch at a time")
	}
	if err == nil {
		b.note(m.Batches)
	}
	return err
}

// admit checks a batch of a worker, and replaces its script and its names with those that the host has. Values must be
// JSON.
func (b *bound) admit(batch *checkpoint.Batch, pins bool) error {
	batch.Pin, batch.MaxState = nil, b.maxState
	if pins {
		batch.Pin = b.pin
	}
	if a := batch.Audit; a != nil {
		a.By, a.From = b.by, b.from
	}
	if t := batch.Thread; t != nil {
		switch t.Status {
		case checkpoint.StatusRunning, checkpoint.StatusInterrupted, checkpoint.StatusDone, checkpoint.StatusError:
		default:
			return fmt.Errorf("there is no status %q", t.Status)
		}
		t.Error = shortError(t.Error)
	}
	for _, text := range valuesOf(batch) {
		if !json.Valid(text) {
			return errors.New("a value of a batch is not JSON")
		}
	}
	return batch.Check()
}

// maxThreadError is how many bytes of the error of a run a worker can store with its thread. Each list of threads has them.
const maxThreadError = 1 << 20

// shortError returns an error as it is stored with a thread.
func shortError(text string) string {
	if len(text) <= maxThreadError {
		return text
	}
	return strings.ToValidUTF8(text[:maxThreadError], "") + fmt.Sprintf("… (%d bytes)", len(text))
}

// valuesOf returns all texts of a batch that someone will parse as JSON.
func valuesOf(b *checkpoint.Batch) (list [][]byte) {
	add := func(blob *checkpoint.Blob) {
		blob.Grown = nil
		if len(blob.Data) > 0 || blob.Type != "" {
			list = append(list, blob.Data)
		}
	}
	for i := range b.Writes {
		for k := range b.Writes[i].Writes {
			add(&b.Writes[i].Writes[k].Value)
		}
	}
	if cp := b.Checkpoint; cp != nil {
		for i := range cp.Values {
			add(&cp.Values[i].Blob)
		}
		for _, text := range cp.Metadata.Extra {
			list = append(list, text)
		}
	}
	if b.Thread != nil {
		for i := range b.Thread.Interrupts {
			add(&b.Thread.Interrupts[i].Value)
		}
	}
	if b.If != nil {
		add(&b.If.Answer)
	}
	if b.Audit != nil {
		for _, e := range b.Audit.Events {
			for _, text := range []json.RawMessage{e.Question, e.Value} {
				if len(text) > 0 {
					list = append(list, text)
				}
			}
		}
	}
	return list
}

// note remembers what was committed, for a run that has to begin again.
func (b *bound) note(batches []checkpoint.Batch) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stored.any = true
	for i := range batches {
		if cp := batches[i].Checkpoint; cp != nil && batches[i].Key.NS == "" {
			b.stored.checkpoint = &checkpoint.Checkpoint{ID: cp.ID, Metadata: checkpoint.Metadata{Source: cp.Metadata.Source}}
		}
		if t := batches[i].Thread; t != nil {
			b.stored.thread = &checkpoint.ThreadUpdate{Status: t.Status, Error: t.Error} // its questions may be large
		}
	}
}

// Bounds of a part of a list.
const (
	partTuples = 100
	partBytes  = 16 << 20
)

// namespacer is a saver that knows the namespaces of a thread.
type namespacer interface {
	Namespaces(ctx context.Context, threadID, prefix string) ([]string, error)
}

// line is a part of a list: checkpoints of one namespace, or of all, behind the first ones.
type line struct {
	ns, before string
	all        bool
	skip       int
}

// lines returns the parts of what is left of a list, in order: so nothing that was listed before is read again. of is nil for a saver that does
// not know the namespaces of a thread.
func (m *readMessage) lines(ctx context.Context, of namespacer) ([]line, error) {
	if !m.List.AllNS || of == nil {
		return []line{{m.Key.NS, m.List.Before, m.List.AllNS, m.Skip}}, nil
	}
	namespaces, err := of.Namespaces(ctx, m.Key.ThreadID, "")
	if err != nil {
		return nil, err
	}
	slices.Sort(namespaces)
	var lines []line
	for _, ns := range namespaces {
		before := m.List.Before
		if m.After.ID != "" {
			if ns < m.After.NS {
				continue
			}
			if ns == m.After.NS {
				before = m.After.ID // it was before List.Before
			}
		}
		lines = append(lines, line{ns: ns, before: before})
	}
	return lines, nil
}

// list returns what to ask the saver for a line.
func (l line) list(m *readMessage) (checkpoint.Key, checkpoint.ListOptions) {
	key, o := m.Key, m.List
	key.NS, o.Before, o.AllNS = l.ns, l.before, l.all
	return key, o
}

// list returns a part of a list.
func (b *bound) list(ctx context.Context, m *readMessage) (found tuplesMessage, err error) {
	known, err := b.namespacer(m.Key.ThreadID)
	if err != nil {
		return found, err
	}
	lines, err := m.lines(ctx, known)
	if err != nil {
		return found, err
	}
	bytes := 0
	for _, l := range lines {
		key, o := l.list(m)
		if o.Limit > 0 {
			o.Limit += l.skip - len(found.Tuples)
		}
		for tuple, err := range b.saver.List(ctx, key, o) {
			if err != nil {
				return found, err
			}
			if l.skip--; l.skip >= 0 {
				continue
			}
			found.add(tuple)
			for _, v := range tuple.Checkpoint.Values {
				bytes += v.Blob.Size()
			}
			if len(found.Tuples) == m.List.Limit {
				return found, nil
			}
			if len(found.Tuples) == partTuples || bytes > partBytes {
				found.More = true
				return found, nil
			}
		}
	}
	return found, nil
}

// namespacer returns the saver as one that knows the namespaces of a thread, which the worker has to reach; nil if it does not.
func (b *bound) namespacer(threadID string) (namespacer, error) {
	if g, ok := b.saver.(grantedStore); ok {
		return g.db, g.check(threadID)
	}
	known, _ := b.saver.(namespacer)
	return known, nil
}

// storeOf returns the store behind the saver of a call. It is the same for all runs on one store.
func storeOf(saver checkpoint.Saver) any {
	switch s := saver.(type) {
	case grantedStore:
		return s.db
	case grantedOwn:
		return s.own
	case granted:
		return s.saver
	}
	return saver
}

// This file copies the checkpoints of a thread to another thread.

package checkpoint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
)

// Bounds of the checkpoints that a copy has in memory at a time: how many, and how many bytes besides the values of the newest of them.
// It always has one and its parent.
const (
	mostCopied  = 256
	bytesCopied = 16 << 20
	slotCopied  = 100 // what a channel counts, besides its value
)

// CopyThread commits all checkpoints of a thread, of all namespaces, with their pending writes, to another thread of
// the same saver, the oldest first. Each is written with what it has and its parent has not. The other thread must have no checkpoints.
// If the copy fails or ctx ends, what was committed of the other thread is deleted. It has a few checkpoints in memory at a time.
func CopyThread(ctx context.Context, s Saver, from, to string) error {
	for _, err := range s.List(ctx, Key{ThreadID: to}, ListOptions{AllNS: true, Limit: 1}) {
		if err == nil {
			err = fmt.Errorf("thread %s has checkpoints already", to)
		}
		return err
	}
	c := &copier{s: s, from: from, to: to}
	err := c.copy(ctx)
	if err != nil && c.begun {
		err = errors.Join(err, s.DeleteThread(context.WithoutCancel(ctx), to))
	}
	return err
}

// copier copies a thread.
type copier struct {
	s        Saver
	from, to string
	begun    bool // something may be committed
}

func (c *copier) copy(ctx context.Context) error {
	all := func(string) bool { return true }
	var spaces []string
	ids := map[string][]string{} // of the checkpoints of each namespace, the newest first
	for tuple, err := range c.s.List(Outline(ctx, all, all), Key{ThreadID: c.from}, ListOptions{AllNS: true}) {
		if err != nil {
			return err
		}
		ns := tuple.Key.NS
		if ids[ns] == nil {
			spaces = append(spaces, ns)
		}
		ids[ns] = append(ids[ns], tuple.Checkpoint.ID)
	}
	slices.Reverse(spaces)
	for _, ns := range spaces {
		slices.Reverse(ids[ns])
		if err := c.copySpace(ctx, ns, ids[ns]); err != nil {
			return err
		}
	}
	return nil
}

// copySpace copies the checkpoints of a namespace, the oldest first.
func (c *copier) copySpace(ctx context.Context, ns string, ids []string) error {
	for at, n := 0, 1; at < len(ids); {
		n = min(n, len(ids)-at)
		tuples, size, err := c.read(ctx, ns, ids, max(at-1, 0), at+n)
		if err != nil {
			return err
		}
		if tuples == nil {
			n /= 2
			continue
		}
		for i := len(tuples) - n; i < len(tuples); i++ {
			parent, err := c.parent(ctx, tuples, i)
			if err != nil {
				return err
			}
			if err := c.commit(ctx, tuples[i], parent); err != nil {
				return err
			}
		}
		if at += n; size <= bytesCopied/2 {
			n = min(2*n, mostCopied)
		}
	}
	return nil
}

// read reads the checkpoints ids[begin:end] with one List, so that they share their values; size is what they have besides those of the
// newest. It returns nil if they are more than two and have too much.
func (c *copier) read(ctx context.Context, ns string, ids []string, begin, end int) (tuples []*Tuple, size int, err error) {
	o := ListOptions{}
	if end < len(ids) {
		o.Before, o.Limit = ids[end], end-begin
	}
	for tuple, err := range c.s.List(ctx, Key{ThreadID: c.from, NS: ns}, o) {
		if err != nil {
			return nil, 0, err
		}
		if len(tuples) == 0 && tuple.Checkpoint.ID > ids[end-1] {
			continue // it is newer than the copy
		}
		if len(tuples) > 0 {
			size += tuple.besides(tuples[len(tuples)-1])
		}
		if size > bytesCopied && end-begin > 2 {
			return nil, 0, nil
		}
		if tuples = append(tuples, tuple); len(tuples) == end-begin {
			break
		}
	}
	slices.Reverse(tuples)
	if !slices.EqualFunc(tuples, ids[begin:end], func(t *Tuple, id string) bool { return t.Checkpoint.ID == id }) {
		return nil, 0, fmt.Errorf("checkpoints of thread %s were removed while it was copied", c.from)
	}
	return tuples, size, nil
}

// besides returns how many bytes t takes besides newer, whose values it may share.
func (t *Tuple) besides(newer *Tuple) (n int) {
	shares := NewFinder(len(newer.Checkpoint.Values), func(i int) string { return newer.Checkpoint.Values[i].Channel })
	for _, v := range t.Checkpoint.Values {
		var other Blob
		if at := shares.Find(v.Channel); at >= 0 {
			other = newer.Checkpoint.Values[at].Blob
		}
		if n += slotCopied; !sameMemory(v.Blob.Data, other.Data) {
			n += len(v.Blob.Data)
		}
		for i, piece := range v.Blob.Grown {
			if i >= len(other.Grown) || !sameMemory(piece, other.Grown[i]) {
				n += len(piece)
			}
		}
	}
	for i := range t.Writes {
		n += slotCopied + t.Writes[i].Value.Size()
	}
	for i := range t.Checkpoint.Seen {
		n += slotCopied * len(t.Checkpoint.Seen[i].Versions)
	}
	return n + slotCopied*len(t.Checkpoint.Versions)
}

func sameMemory(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// parent returns the parent of tuples[i], with its values; nil if there is none.
func (c *copier) parent(ctx context.Context, tuples []*Tuple, i int) (*Checkpoint, error) {
	id := tuples[i].Checkpoint.ParentID
	if id == "" {
		return nil, nil
	}
	for k := i - 1; k >= 0; k-- {
		if tuples[k].Checkpoint.ID == id {
			return tuples[k].Checkpoint, nil
		}
	}
	parent, err := c.s.Get(ctx, Key{ThreadID: c.from, NS: tuples[i].Key.NS, ID: id})
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parent.Checkpoint, nil
}

// commit commits a checkpoint to the other thread, with its pending writes.
func (c *copier) commit(ctx context.Context, tuple *Tuple, parent *Checkpoint) error {
	cp := *tuple.Checkpoint
	cp.Values = valuesSince(parent, cp.Values)
	key := Key{ThreadID: c.to, NS: tuple.Key.NS, ID: cp.ParentID}
	c.begun = true
	if err := c.s.Commit(ctx, Batch{Key: key, Checkpoint: &cp}); err != nil {
		return err
	}
	writes := byTask(tuple.Writes)
	if len(writes) == 0 {
		return nil
	}
	key.ID = cp.ID
	return c.s.Commit(ctx, Batch{Key: key, Writes: writes})
}

// valuesSince returns the values of a checkpoint for Commit, without those that its parent has: of an array that grew, what was added.
// parent is nil if there is none.
func valuesSince(parent *Checkpoint, values []Value) []Value {
	if parent == nil {
		parent = &Checkpoint{}
	}
	before := NewFinder(len(parent.Values), func(i int) string { return parent.Values[i].Channel })
	var list []Value
	for _, v := range values {
		if at := before.Find(v.Channel); at >= 0 {
			old := parent.Values[at]
			more, known := v.Blob.since(old.Blob)
			if known && len(more) == 0 && old.Version == v.Version {
				continue
			}
			if known && len(more) > 0 && old.Version != v.Version && old.Version != 0 {
				v.Blob = Blob{Type: v.Blob.Type, Data: JoinArrays(more[0], more[1:]...), Base: old.Version}
			}
		}
		v.Blob = v.Blob.Whole()
		list = append(list, v)
	}
	return list
}

// since returns the arrays that b has after all that old has. It returns false if b does not begin with old, piece by piece.
func (b Blob) since(old Blob) (more [][]byte, ok bool) {
	if b.Type != old.Type || len(b.Grown) < len(old.Grown) || !bytes.Equal(b.Data, old.Data) {
		return nil, false
	}
	for i := range old.Grown {
		if !bytes.Equal(b.Grown[i], old.Grown[i]) {
			return nil, false
		}
	}
	return b.Grown[len(old.Grown):], true
}

// byTask groups pending writes by task, in the order in which they came.
func byTask(writes []PendingWrite) []TaskWrites {
	var all []TaskWrites
	at := map[string]int{}
	for _, w := range writes {
		i, ok := at[w.TaskID]
		if !ok {
			i = len(all)
			at[w.TaskID] = i
			all = append(all, TaskWrites{TaskID: w.TaskID})
		}
		all[i].Writes = append(all[i].Writes, w)
	}
	return all
}

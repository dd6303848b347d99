// This file copies the checkpoints of a thread to another thread.

package checkpoint

import (
	"bytes"
	"context"
)

// CopyThread commits all checkpoints of a thread, of all namespaces, with their pending writes, to another thread of
// the same saver, the oldest first. Each is written with what it has and its parent has not. The other thread must have no checkpoints.
func CopyThread(ctx context.Context, s Saver, from, to string) error {
	var tuples []*Tuple
	for tuple, err := range s.List(ctx, Key{ThreadID: from}, ListOptions{AllNS: true}) {
		if err != nil {
			return err
		}
		tuples = append(tuples, tuple)
	}
	copied := map[Key]*Checkpoint{} // by namespace and id
	for i := len(tuples) - 1; i >= 0; i-- {
		key := tuples[i].Key
		key.ThreadID, key.ID = to, tuples[i].Checkpoint.ParentID
		cp := *tuples[i].Checkpoint
		cp.Values = valuesSince(copied[Key{NS: key.NS, ID: cp.ParentID}], cp.Values)
		copied[Key{NS: key.NS, ID: cp.ID}] = tuples[i].Checkpoint
		if err := s.Commit(ctx, Batch{Key: key, Checkpoint: &cp}); err != nil {
			return err
		}
		key.ID = cp.ID
		if writes := byTask(tuples[i].Writes); len(writes) > 0 {
			if err := s.Commit(ctx, Batch{Key: key, Writes: writes}); err != nil {
				return err
			}
		}
	}
	return nil
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

// This file copies the checkpoints of a thread to another thread.

package checkpoint

import "context"

// CopyThread commits all checkpoints of a thread, of all namespaces, with their pending writes, to another thread of
// the same saver, the oldest first. Each is written with its whole values. The other thread must have no checkpoints.
func CopyThread(ctx context.Context, s Saver, from, to string) error {
	var tuples []*Tuple
	for tuple, err := range s.List(ctx, Key{ThreadID: from}, ListOptions{AllNS: true}) {
		if err != nil {
			return err
		}
		tuples = append(tuples, tuple)
	}
	for i := len(tuples) - 1; i >= 0; i-- {
		key := tuples[i].Key
		key.ThreadID, key.ID = to, tuples[i].Checkpoint.ParentID
		cp := *tuples[i].Checkpoint
		cp.Values = nil
		for _, v := range tuples[i].Checkpoint.Values {
			v.Blob = v.Blob.Whole()
			cp.Values = append(cp.Values, v)
		}
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

// This file tests Batch.MaxState.

package savertest

import (
	"errors"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

var maxStateTests = []test{
	{"values", func(t *testing.T, s checkpoint.Saver) {
		blob := func(letters int) checkpoint.Blob {
			return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`["` + strings.Repeat("x", letters-4) + `"]`)}
		}
		ids := new(checkpoint.IDs)
		parent, versions := "", []checkpoint.Version{}
		// put adds a checkpoint in which a channel has a value of that size, and reports whether it was stored.
		put := func(channel string, b checkpoint.Blob, most int64) bool {
			t.Helper()
			cp := &checkpoint.Checkpoint{ID: ids.NewAfter(0, parent), ParentID: parent}
			n := int64(1)
			for _, v := range versions {
				if v.Channel == channel {
					n = v.N + 1
				} else {
					cp.Versions = append(cp.Versions, v)
				}
			}
			if n > 1 && b.Base != 0 {
				b.Base = n - 1
			}
			cp.Versions = append(cp.Versions, checkpoint.Version{Channel: channel, N: n})
			cp.Values = []checkpoint.Value{{Channel: channel, Version: n, Blob: b}}
			err := s.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Checkpoint: cp, MaxState: most})
			tuple, readErr := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"})
			if err == nil {
				parent, versions = cp.ID, cp.Versions
			} else if !errors.As(err, new(*checkpoint.StateSizeError)) {
				t.Errorf("%s: %v", channel, err)
			}
			if parent != "" && (readErr != nil || tuple.Key.ID != parent) {
				t.Errorf("the newest checkpoint is %v, %v, want %s", tuple, readErr, parent)
			}
			return err == nil
		}
		grows := blob(600)
		grows.Base = 1
		for i, step := range []struct {
			channel string
			b       checkpoint.Blob
			most    int64
			stored  bool
		}{
			{"a", blob(1000), 999, false},
			{"a", blob(1000), 1000, true},
			{"b", blob(40), 1039, false}, // so small that it is in the row
			{"b", blob(40), 1040, true},
			{"c", blob(100), 1139, false}, // what did not change counts
			{"c", blob(100), 1140, true},
			{"a", grows, 1700, false}, // also in pieces
			{"a", grows, 1740, true},
			{"c", blob(99), 1700, false}, // all pieces count
			{"a", blob(10), 149, false},
			{"a", blob(10), 150, true},
			{"a", blob(5000), 0, true}, // no limit
		} {
			if got := put(step.channel, step.b, step.most); got != step.stored {
				t.Errorf("step %d: stored %v, want %v", i, got, step.stored)
			}
		}
	}},
	{"writes", func(t *testing.T, s checkpoint.Saver) {
		cp := &checkpoint.Checkpoint{ID: new(checkpoint.IDs).NewAfter(0, "")}
		key := checkpoint.Key{ThreadID: "t", ID: cp.ID}
		if err := s.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Checkpoint: cp}); err != nil {
			t.Fatal(err)
		}
		// put stores the writes of a task, and reports whether they were stored.
		put := func(task string, size int, most int64) bool {
			t.Helper()
			w := checkpoint.PendingWrite{TaskID: task, Channel: "a", Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`"` + strings.Repeat("x", size-2) + `"`)}}
			err := s.Commit(t.Context(), checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{{TaskID: task, Writes: []checkpoint.PendingWrite{w}}}, MaxState: most})
			if err != nil && !errors.As(err, new(*checkpoint.StateSizeError)) {
				t.Error(err)
			}
			return err == nil
		}
		const most = 4 << 20
		for i, size := range []int{1 << 20, 1 << 20, 1 << 20, 1000, 500_000, 500_000} {
			if !put(checkpoint.SideTaskID(checkpoint.NullTaskID, "a", i), size, most) {
				t.Errorf("write %d is refused", i)
			}
		}
		if put(checkpoint.SideTaskID(checkpoint.NullTaskID, "a", 10), 1<<20, most) {
			t.Error("a write over the limit is stored")
		}
		if tuple, err := s.Get(t.Context(), key); err != nil || len(tuple.Writes) != 6 {
			t.Errorf("%d writes (%v)", len(tuple.Writes), err)
		}
	}},
}

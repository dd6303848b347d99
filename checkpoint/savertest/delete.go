// This file tests Saver.DeleteThread.

package savertest

import (
	"context"
	"errors"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

var deleteTests = []test{
	{"NoThread", func(t *testing.T, s checkpoint.Saver) {
		if err := s.DeleteThread(t.Context(), ""); !errors.Is(err, checkpoint.ErrNoThread) {
			t.Errorf("DeleteThread without a thread: %v, want ErrNoThread", err)
		}
	}},
	{"Unknown", func(t *testing.T, s checkpoint.Saver) {
		if err := s.DeleteThread(t.Context(), "nobody"); err != nil {
			t.Errorf("DeleteThread: %v", err)
		}
	}},
	{"AllOfOneThread", func(t *testing.T, s checkpoint.Saver) {
		key := fill(t, s, "t")
		other := fill(t, s, "t2")
		before := render(mustGet(t, s, other))
		if err := s.DeleteThread(t.Context(), "t"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(t.Context(), key); !errors.Is(err, checkpoint.ErrNotFound) {
			t.Errorf("Get: %v, want ErrNotFound", err)
		}
		if got := mustList(t, s, checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{AllNS: true}); len(got) != 0 {
			t.Errorf("List gives %s", idsOf(got))
		}
		if after := render(mustGet(t, s, other)); after != before {
			t.Errorf("the other thread is now\n%s\nwas\n%s", after, before)
		}
	}},
	{"StartAgain", func(t *testing.T, s checkpoint.Saver) {
		key := fill(t, s, "t")
		if err := s.DeleteThread(t.Context(), "t"); err != nil {
			t.Fatal(err)
		}
		// Nothing of the old thread comes back under the same ids.
		cp := &checkpoint.Checkpoint{ID: key.ID, Versions: []checkpoint.Version{{Channel: "list", N: 2}, {Channel: "a", N: 1}}}
		mustCommit(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Checkpoint: cp})
		tuple := mustGet(t, s, checkpoint.Key{ThreadID: "t"})
		wantTuple(t, tuple, &checkpoint.Tuple{Key: key, Checkpoint: cp})
		fill(t, s, "t")
	}},
	{"Cancelled", func(t *testing.T, s checkpoint.Saver) {
		key := fill(t, s, "t")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.DeleteThread(ctx, "t"); !errors.Is(err, context.Canceled) {
			t.Errorf("DeleteThread: %v, want context.Canceled", err)
		}
		mustGet(t, s, key)
	}},
}

// fill gives a thread some of everything and returns the key of its newest root checkpoint.
func fill(t *testing.T, s checkpoint.Saver, thread string) checkpoint.Key {
	l := newLine(t, s, thread, "")
	l.add(val("list", 1, "["+bigText('a', 2000)+"]"), val("a", 1, "1"))
	l.commit(l.next(grown("list", 2, 1, "["+bigText('b', 2000)+"]")), task("x", "a", bigText('c', 3000)))
	mustCommit(t, s, checkpoint.Batch{
		Key:    l.key,
		Writes: []checkpoint.TaskWrites{task("y", checkpoint.ChannelInterrupt, bigText('d', 3000))},
		Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted, Interrupts: []checkpoint.ThreadInterrupt{{ID: "i", Node: "n", NS: "n:1", Value: blob("1")}}},
	})
	newLine(t, s, thread, "sub:1").add(val("list", 1, bigText('e', 2000)))
	return l.key
}

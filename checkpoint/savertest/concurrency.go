// This file tests a saver used by several goroutines.

package savertest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

var concurrencyTests = []test{
	{"OwnThreads", func(t *testing.T, s checkpoint.Saver) {
		const workers, steps = 8, 40
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				thread := fmt.Sprint("t", w)
				parent := ""
				for i := range steps {
					b := step(thread, "", parent, i)
					b.Sync = i%10 == 0
					if err := s.Commit(t.Context(), b); err != nil {
						t.Errorf("Commit: %v", err)
						return
					}
					parent = b.Checkpoint.ID
					if tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: thread}); err != nil || tuple.Key.ID != parent {
						t.Errorf("Get after commit of %s: %v, %v", parent, tuple, err)
						return
					}
				}
			})
		}
		wg.Wait()
		for w := range workers {
			wantLine(t, s, checkpoint.Key{ThreadID: fmt.Sprint("t", w)}, steps)
		}
	}},
	{"OneThread", func(t *testing.T, s checkpoint.Saver) {
		const workers, steps = 8, 30
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				parent := ""
				for i := range steps {
					b := step("t", fmt.Sprint("ns", w), parent, i)
					if err := s.Commit(t.Context(), b); err != nil {
						t.Errorf("Commit: %v", err)
						return
					}
					parent = b.Checkpoint.ID
				}
			})
		}
		wg.Wait()
		for w := range workers {
			wantLine(t, s, checkpoint.Key{ThreadID: "t", NS: fmt.Sprint("ns", w)}, steps)
		}
	}},
	{"OneFails", func(t *testing.T, s checkpoint.Saver) {
		// Commits that are stored together are stored or refused each for itself.
		const workers, steps = 8, 30
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				parent := ""
				for i := range steps {
					b := step(fmt.Sprint("t", w), "", parent, i)
					bad := step(fmt.Sprint("t", w), "", parent, i)
					bad.Checkpoint.Values[0].Blob = checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("[]"), Base: 77}
					if err := s.Commit(t.Context(), bad); err == nil {
						t.Error("a bad batch was accepted")
					}
					if err := s.Commit(t.Context(), b); err != nil {
						t.Errorf("Commit: %v", err)
					}
					parent = b.Checkpoint.ID
				}
			})
		}
		wg.Wait()
		for w := range workers {
			wantLine(t, s, checkpoint.Key{ThreadID: fmt.Sprint("t", w)}, steps)
		}
	}},
	{"ReadWhileWriting", func(t *testing.T, s checkpoint.Saver) {
		const steps = 150
		var done atomic.Bool
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				last := ""
				for !done.Load() {
					tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"})
					if errors.Is(err, checkpoint.ErrNotFound) && last == "" {
						continue
					}
					if err != nil {
						t.Errorf("Get: %v", err)
						return
					}
					if tuple.Key.ID < last {
						t.Errorf("Get went back from %s to %s", last, tuple.Key.ID)
						return
					}
					last = tuple.Key.ID
					wantStep(t, tuple)
				}
			})
		}
		wg.Go(func() {
			for !done.Load() {
				n := -1
				for tuple, err := range s.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
					if err != nil {
						t.Errorf("List: %v", err)
						return
					}
					if n >= 0 && tuple.Checkpoint.Metadata.Step != n-1 {
						t.Errorf("List goes from step %d to %d", n, tuple.Checkpoint.Metadata.Step)
						return
					}
					n = tuple.Checkpoint.Metadata.Step
					wantStep(t, tuple)
				}
			}
		})
		commitLine(t, s, steps)
		done.Store(true)
		wg.Wait()
		wantLine(t, s, checkpoint.Key{ThreadID: "t"}, steps)
	}},
	{"DeleteWhileWriting", func(t *testing.T, s checkpoint.Saver) {
		var done atomic.Bool
		var wg sync.WaitGroup
		wg.Go(func() {
			for !done.Load() {
				if err := s.DeleteThread(t.Context(), "t"); err != nil {
					t.Errorf("DeleteThread: %v", err)
					return
				}
				for _, err := range s.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
					if err != nil {
						t.Errorf("List: %v", err)
						return
					}
				}
			}
		})
		commitLine(t, s, 200)
		done.Store(true)
		wg.Wait()
	}},
}

// commitLine commits the first steps of thread "t".
func commitLine(t *testing.T, s checkpoint.Saver, steps int) {
	t.Helper()
	parent := ""
	for i := range steps {
		b := step("t", "", parent, i)
		if err := s.Commit(t.Context(), b); err != nil {
			t.Errorf("Commit: %v", err)
		}
		parent = b.Checkpoint.ID
	}
}

// step is a batch with step i of a thread; all in it has i.
func step(thread, ns, parent string, i int) checkpoint.Batch {
	n := int64(i + 1)
	text := fmt.Sprintf("%q", fmt.Sprintf("%0100d", i))
	b := checkpoint.Batch{
		Key: checkpoint.Key{ThreadID: thread, NS: ns, ID: parent},
		Checkpoint: &checkpoint.Checkpoint{
			ID: fmt.Sprintf("00000000-0000-6000-8000-%012x", i), ParentID: parent, CreatedAt: created,
			Metadata: checkpoint.Metadata{Source: checkpoint.SourceLoop, Step: i},
			Versions: []checkpoint.Version{{Channel: "a", N: n}, {Channel: "b", N: n}},
			Values:   []checkpoint.Value{val("a", n, fmt.Sprint(i)), val("b", n, text+bigText('x', 600))},
		},
	}
	if parent != "" {
		b.Writes = []checkpoint.TaskWrites{task("x", "a", fmt.Sprint(i))}
	}
	return b
}

// wantStep checks that a tuple is what step made.
func wantStep(t *testing.T, tuple *checkpoint.Tuple) {
	i := tuple.Checkpoint.Metadata.Step
	want := step(tuple.Key.ThreadID, tuple.Key.NS, tuple.Checkpoint.ParentID, i)
	got := checkpoint.Tuple{Key: tuple.Key, Checkpoint: tuple.Checkpoint}
	if g, w := render(&got), render(&checkpoint.Tuple{Key: tuple.Key, Checkpoint: want.Checkpoint}); g != w {
		t.Errorf("step %d is\n%s\nwant\n%s", i, g, w)
	}
	if len(tuple.Writes) > 1 || len(tuple.Writes) == 1 && string(tuple.Writes[0].Value.Data) != fmt.Sprint(i+1) {
		t.Errorf("step %d has writes %v", i, tuple.Writes)
	}
}

// wantLine checks that a namespace has these steps.
func wantLine(t *testing.T, s checkpoint.Saver, key checkpoint.Key, steps int) {
	t.Helper()
	tuples := mustList(t, s, key, checkpoint.ListOptions{})
	if len(tuples) != steps {
		t.Errorf("%+v has %d checkpoints, want %d", key, len(tuples), steps)
	}
	for i, tuple := range tuples {
		if tuple.Checkpoint.Metadata.Step != steps-1-i {
			t.Errorf("%+v: checkpoint %d from the end is step %d", key, i, tuple.Checkpoint.Metadata.Step)
		}
		wantStep(t, tuple)
	}
}

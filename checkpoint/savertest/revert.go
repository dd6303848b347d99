// This file tests Reverter.

package savertest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// reverts is a test of a saver that is a Reverter; for others it is skipped.
func reverts(run func(t *testing.T, s checkpoint.Saver, r checkpoint.Reverter)) func(t *testing.T, s checkpoint.Saver) {
	return func(t *testing.T, s checkpoint.Saver) {
		inner := s
		if w, ok := s.(whole); ok {
			inner = w.Saver
		}
		r, ok := inner.(checkpoint.Reverter)
		if !ok {
			t.Skip("the saver is not a checkpoint.Reverter")
		}
		run(t, s, r)
	}
}

// all returns everything that a thread has.
func all(t *testing.T, s checkpoint.Saver, thread string) (text string) {
	for _, tuple := range mustList(t, s, checkpoint.Key{ThreadID: thread}, checkpoint.ListOptions{AllNS: true}) {
		text += tuple.Key.NS + " " + render(mustGet(t, s, tuple.Key)) + "\n"
	}
	return text
}

var revertTests = []test{
	{"NoThread", reverts(func(t *testing.T, _ checkpoint.Saver, r checkpoint.Reverter) {
		if err := r.Revert(t.Context(), checkpoint.Reversal{}); !errors.Is(err, checkpoint.ErrNoThread) {
			t.Errorf("Revert without a thread: %v, want ErrNoThread", err)
		}
		if _, err := r.Namespaces(t.Context(), "", ""); !errors.Is(err, checkpoint.ErrNoThread) {
			t.Errorf("Namespaces without a thread: %v, want ErrNoThread", err)
		}
		if err := r.Revert(t.Context(), checkpoint.Reversal{ThreadID: "nobody"}); err != nil {
			t.Errorf("Revert: %v", err)
		}
	})},
	{"Namespaces", reverts(func(t *testing.T, s checkpoint.Saver, r checkpoint.Reverter) {
		for _, ns := range oddNamespaces {
			newLine(t, s, "t", ns).add(val("c", 1, "1"))
		}
		newLine(t, s, "t2", "a:other").add(val("c", 1, "1"))
		for prefix, want := range map[string][]string{"": oddNamespaces, "a": oddNamespaces[2:6], "a:": oddNamespaces[3:5], "日": {"日本:1"}, "c": nil} {
			got, err := r.Namespaces(t.Context(), "t", prefix)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("namespaces that begin with %q: %q, want %q", prefix, got, want)
			}
		}
	})},
	// Whatever is written after the place to which a thread is put back, it and all before it is as it was.
	{"Everything", reverts(func(t *testing.T, s checkpoint.Saver, r checkpoint.Reverter) {
		key := fill(t, s, "t")
		sub := newLine(t, s, "t", "sub:1")
		sub.key.ID = mustGet(t, s, sub.key).Key.ID
		commitWrites(t, s, sub.key, task("in", asked, bigText('q', 3000)))
		other := fill(t, s, "t2")
		untouched := render(mustGet(t, s, other))
		before := all(t, s, "t")
		back := checkpoint.Reversal{ThreadID: "t", Newest: mustGet(t, s, key).Newest}
		for _, k := range []checkpoint.Key{key, sub.key} {
			back.Lines = append(back.Lines, checkpoint.Line{NS: k.NS, ID: k.ID, Writes: mustGet(t, s, k).Writes})
		}
		for range 2 {
			// The run takes answers, ends its superstep, adds one, and begins an inner graph.
			root := newLine(t, s, "t", "")
			root.key, root.step = key, 2
			commitWrites(t, s, key, task("y", answered, "1"), task("z", "a", bigText('z', 3000)))
			commitWrites(t, s, sub.key, task("in", answered, bigText('r', 3000)))
			root.commit(root.next(grown("list", 3, 2, "["+bigText('f', 2000)+"]")), task("y", "a", bigText('y', 900)), task("x", "b", "1"))
			root.add(val("a", 9, bigText('g', 3000)))
			commitWrites(t, s, root.key, task("w", "a", bigText('w', 3000)))
			newLine(t, s, "t", "new:2").add(val("list", 1, bigText('h', 2000)))
			if after := all(t, s, "t"); after == before {
				t.Fatal("the run has changed nothing")
			}
			if err := r.Revert(t.Context(), back); err != nil {
				t.Fatal(err)
			}
			if after := all(t, s, "t"); after != before {
				t.Fatalf("the thread is\n%s\nwas\n%s", after, before)
			}
		}
		if names, err := r.Namespaces(t.Context(), "t", "new"); err != nil || len(names) > 0 {
			t.Errorf("the namespaces %q stay (%v)", names, err)
		}
		if after := render(mustGet(t, s, other)); after != untouched {
			t.Errorf("another thread is now\n%s\nwas\n%s", after, untouched)
		}
		// The thread can be continued from there.
		root := newLine(t, s, "t", "")
		root.key, root.step = key, 2
		root.add(grown("list", 3, 2, "["+bigText('i', 2000)+"]"))
		mustGet(t, s, checkpoint.Key{ThreadID: "t"})
	})},
	{"ToNothing", reverts(func(t *testing.T, s checkpoint.Saver, r checkpoint.Reverter) {
		fill(t, s, "t")
		if err := r.Revert(t.Context(), checkpoint.Reversal{ThreadID: "t"}); err != nil {
			t.Fatal(err)
		}
		if left := all(t, s, "t"); left != "" {
			t.Errorf("the thread still has\n%s", left)
		}
		fill(t, s, "t")
	})},
	{"Cancelled", reverts(func(t *testing.T, s checkpoint.Saver, r checkpoint.Reverter) {
		key := fill(t, s, "t")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.Revert(ctx, checkpoint.Reversal{ThreadID: "t"}); !errors.Is(err, context.Canceled) {
			t.Errorf("Revert: %v, want context.Canceled", err)
		}
		mustGet(t, s, key)
	})},
}

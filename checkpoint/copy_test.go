// This file copies threads whose checkpoints are large, and copies that fail.

package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// watched is a saver that counts what a copy has listed and not committed yet.
type watched struct {
	checkpoint.Saver
	listed, most int // bytes of values
	commits      int
	fails        int // the commit that fails; 0 for none
}

func (w *watched) List(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) iter.Seq2[*checkpoint.Tuple, error] {
	return func(yield func(*checkpoint.Tuple, error) bool) {
		whole := !checkpoint.LeavesOut(ctx).Value("large")
		w.listed = 0
		for tuple, err := range w.Saver.List(ctx, key, o) {
			if err == nil && whole {
				for _, v := range tuple.Checkpoint.Values {
					w.listed += v.Blob.Size()
				}
				w.most = max(w.most, w.listed)
			}
			if !yield(tuple, err) {
				return
			}
		}
	}
}

var errFull = errors.New("the disk is full")

func (w *watched) Commit(ctx context.Context, b checkpoint.Batch) error {
	w.listed = 0
	if w.commits++; w.commits == w.fails {
		return errFull
	}
	return w.Saver.Commit(ctx, b)
}

// withHistory returns a saver with a thread t of n checkpoints in each of two namespaces, which have a value each: small ones first,
// and then n of size bytes. Some are forks.
func withHistory(t *testing.T, small, n, size int) *checkpoint.MemorySaver {
	t.Helper()
	s := &checkpoint.MemorySaver{}
	var ids checkpoint.IDs
	for _, ns := range []string{"", "inner:1"} {
		var made []string
		for i := range small + n {
			bytes, parent := 10, ""
			if i >= small {
				bytes = size
			}
			switch {
			case i%5 == 4:
				parent = made[i/2]
			case i > 0:
				parent = made[i-1]
			}
			cp := &checkpoint.Checkpoint{
				ID: ids.New(i), ParentID: parent, Metadata: checkpoint.Metadata{Source: checkpoint.SourceLoop, Step: i},
				Versions: []checkpoint.Version{{Channel: "large", N: int64(i + 1)}},
				Values:   []checkpoint.Value{{Channel: "large", Version: int64(i + 1), Blob: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: fmt.Appendf(nil, `"%d %s"`, i, strings.Repeat("x", bytes))}}},
			}
			key := checkpoint.Key{ThreadID: "t", NS: ns, ID: parent}
			if err := s.Commit(t.Context(), checkpoint.Batch{Key: key, Checkpoint: cp}); err != nil {
				t.Fatal(err)
			}
			key.ID = cp.ID
			writes := []checkpoint.TaskWrites{{TaskID: "task", Writes: []checkpoint.PendingWrite{{TaskID: "task", Channel: "c", Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("1")}}}}}
			if err := s.Commit(t.Context(), checkpoint.Batch{Key: key, Writes: writes}); err != nil {
				t.Fatal(err)
			}
			made = append(made, cp.ID)
		}
	}
	return s
}

func listed(t *testing.T, s checkpoint.Saver, thread string) (tuples []*checkpoint.Tuple) {
	t.Helper()
	for tuple, err := range s.List(t.Context(), checkpoint.Key{ThreadID: thread}, checkpoint.ListOptions{AllNS: true}) {
		if err != nil {
			t.Fatal(err)
		}
		tuple.Key.ThreadID = ""
		tuples = append(tuples, tuple)
	}
	return tuples
}

// A copy has a few checkpoints in memory, however long the history is. It has the same checkpoints as the thread.
func TestCopyHasFewCheckpointsInMemory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ small, n, size, most int }{{0, 9, 6 << 20, 30 << 20}, {24, 9, 6 << 20, 30 << 20}, {0, 700, 100, 300 * 120}, {0, 1, 10, 100}, {0, 2, 10, 100}} {
		w := &watched{Saver: withHistory(t, c.small, c.n, c.size)}
		if err := checkpoint.CopyThread(t.Context(), w, "t", "copy"); err != nil {
			t.Fatal(err)
		}
		if w.most > c.most || w.most == 0 {
			t.Errorf("%d checkpoints of %d bytes: %d bytes are in memory", c.n, c.size, w.most)
		}
		if got := listed(t, w.Saver, "copy"); len(got) != 2*(c.small+c.n) || !reflect.DeepEqual(got, listed(t, w.Saver, "t")) {
			t.Errorf("%d checkpoints of %d bytes: the copy has %d, or others", c.n, c.size, len(got))
		}
	}
}

// A copy that fails leaves nothing. A thread that has checkpoints stays as it is.
func TestCopyFails(t *testing.T) {
	t.Parallel()
	w := &watched{Saver: withHistory(t, 0, 4, 10), fails: 5}
	if err := checkpoint.CopyThread(t.Context(), w, "t", "copy"); !errors.Is(err, errFull) {
		t.Fatal(err)
	}
	if got := listed(t, w, "copy"); len(got) != 0 || len(listed(t, w, "t")) != 8 {
		t.Errorf("there are %d checkpoints", len(got))
	}
	if err := checkpoint.CopyThread(t.Context(), w, "t", "copy"); err != nil {
		t.Fatal(err)
	}
	if err := checkpoint.CopyThread(t.Context(), w, "t", "copy"); err == nil || len(listed(t, w, "copy")) != 8 {
		t.Errorf("a second copy: %v", err)
	}
}

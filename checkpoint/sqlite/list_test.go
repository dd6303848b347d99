// This file tests histories that change while they are read.

package sqlite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// grow commits checkpoints whose list gets an element of 400 KB of c in each.
func grow(t *testing.T, s *Store, c string, steps int) {
	t.Helper()
	parent := ""
	for i := range int64(steps) {
		v := checkpoint.Value{Channel: "list", Version: i + 1, Blob: jsonf("[%q]", strings.Repeat(c, 400_000))}
		if i%4 > 0 {
			v.Blob.Base = i
		}
		cp := &checkpoint.Checkpoint{ID: fmt.Sprintf("%02d", i), ParentID: parent, Versions: []checkpoint.Version{{Channel: "list", N: i + 1}}, Values: []checkpoint.Value{v}}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Checkpoint: cp})
		parent = cp.ID
	}
}

// TestListOfNewThread makes the thread anew between two pages of its history: the
// values after that are those of the new one, though all ids are the same.
func TestListOfNewThread(t *testing.T) {
	t.Parallel()
	for _, path := range []string{dbfile.Memory, ""} {
		s := openNew(t)
		if path == dbfile.Memory {
			s = openAt(t, dbfile.Memory)
		}
		grow(t, s, "a", 12)
		n := 0
		for tuple, err := range s.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				if err := s.DeleteThread(t.Context(), "t"); err != nil {
					t.Fatal(err)
				}
				grow(t, s, "b", 12)
			}
			// The first one alone is longer than a page.
			if n > 0 && strings.Contains(string(tuple.Checkpoint.Values[0].Blob.Data), "a") {
				t.Fatalf("checkpoint %s has values of the thread that was deleted", tuple.Key.ID)
			}
			n++
		}
		if n != 12 {
			t.Errorf("%d checkpoints, want 12", n)
		}
	}
}

// TestListWhilePruned prunes a thread between two pages of its history. The values that rows share are in other rows after that.
func TestListWhilePruned(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	long := jsonf("%q", strings.Repeat("x", 100))
	parent := ""
	for i := range int64(40) {
		cp := &checkpoint.Checkpoint{ID: fmt.Sprintf("%02d", i), ParentID: parent, Versions: []checkpoint.Version{{Channel: "old", N: 1}}}
		if i == 0 {
			cp.Values = []checkpoint.Value{{Channel: "old", Version: 1, Blob: long}}
		}
		if i >= 5 {
			cp.Versions = append(cp.Versions, checkpoint.Version{Channel: "new", N: 1})
		}
		if i == 5 {
			cp.Values = []checkpoint.Value{{Channel: "new", Version: 1, Blob: jsonf("%q", strings.Repeat("y", 100))}}
		}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Checkpoint: cp})
		parent = cp.ID
	}
	n := 0
	for tuple, err := range s.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
		if err != nil {
			t.Fatalf("after %d checkpoints: %v", n, err)
		}
		if n == 0 {
			if _, err := s.PruneCheckpoints(t.Context(), "t", 35); err != nil {
				t.Fatal(err)
			}
		}
		if got := string(tuple.Checkpoint.Values[0].Blob.Data); got != string(long.Data) {
			t.Errorf("checkpoint %s has %s", tuple.Key.ID, got)
		}
		n++
	}
	if n != 35 {
		t.Errorf("%d checkpoints, want 35", n)
	}
}

// This file tests how much space a copy of a thread takes.

package sqlite

import (
	"reflect"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/savertest"
)

// TestCopyThread copies a thread with a list that grows with each step, a large value that stays, and one that changes. The copy takes
// as much space as the thread.
func TestCopyThread(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	var ids checkpoint.IDs
	parent := ""
	for i := range int64(300) {
		list := checkpoint.Value{Channel: "list", Version: i + 1, Blob: jsonf("[%q]", strings.Repeat("m", 1000))}
		if i > 0 {
			list.Blob.Base = i
		}
		cp := &checkpoint.Checkpoint{
			ID: ids.New(int(i)), ParentID: parent, Metadata: checkpoint.Metadata{Source: checkpoint.SourceLoop, Step: int(i)},
			Versions: []checkpoint.Version{{Channel: "stays", N: 1}, {Channel: "list", N: i + 1}, {Channel: "changes", N: i/10 + 1}},
			Values:   []checkpoint.Value{list},
		}
		if i == 0 {
			cp.Values = append(cp.Values, checkpoint.Value{Channel: "stays", Version: 1, Blob: jsonf("%q", strings.Repeat("s", 20_000))})
		}
		if i%10 == 0 {
			cp.Values = append(cp.Values, checkpoint.Value{Channel: "changes", Version: i/10 + 1, Blob: jsonf("%q", strings.Repeat(string(rune('a'+i%26)), 900))})
		}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Checkpoint: cp})
		parent = cp.ID
	}
	if err := s.Prune(t.Context(), "t", 290); err != nil { // the parent of the oldest one is missing
		t.Fatal(err)
	}
	if err := checkpoint.CopyThread(t.Context(), s, "t", "copy"); err != nil {
		t.Fatal(err)
	}
	tuples := map[string][]*checkpoint.Tuple{}
	for _, thread := range []string{"t", "copy"} {
		for tuple, err := range savertest.Whole(s).List(t.Context(), checkpoint.Key{ThreadID: thread}, checkpoint.ListOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			tuple.Key.ThreadID = ""
			tuples[thread] = append(tuples[thread], tuple)
		}
	}
	if len(tuples["t"]) != 290 || !reflect.DeepEqual(tuples["t"], tuples["copy"]) {
		t.Errorf("the copy has %d checkpoints, the thread %d, or they differ", len(tuples["copy"]), len(tuples["t"]))
	}
	sizes := numbers(t, s, "SELECT sum(length(data)) FROM blobs GROUP BY id >> 32 ORDER BY id >> 32")
	if len(sizes) != 2 || sizes[1] > sizes[0]+sizes[0]/4 {
		t.Errorf("the large values of the thread have %d bytes, those of the copy %d", sizes[0], sizes[1])
	}
}

package sqlite

import (
	"context"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// A page of a history ends also when the pending writes of its checkpoints are large.
func TestPagesOfLargeWrites(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	ids, parent := new(checkpoint.IDs), ""
	const n = 12
	for i := range n {
		cp := &checkpoint.Checkpoint{ID: ids.NewAfter(i, parent), ParentID: parent}
		parent = cp.ID
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Checkpoint: cp})
		large := checkpoint.PendingWrite{TaskID: "task", Channel: "large", Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`"` + noise(uint64(i), 300_000) + `"`)}}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: cp.ID}, Writes: []checkpoint.TaskWrites{{TaskID: "task", Writes: []checkpoint.PendingWrite{large}}}})
	}
	p := &pager{key: checkpoint.Key{ThreadID: "t"}}
	found := 0
	for !p.done {
		if err := s.view(context.Background(), func(c *conn) error { return p.read(c, 0) }); err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, tuple := range p.page {
			for _, w := range tuple.Writes {
				size += w.Value.Size()
			}
		}
		if size > 2<<20 {
			t.Errorf("a page of %d checkpoints has %d bytes", len(p.page), size)
		}
		found += len(p.page)
	}
	if found != n {
		t.Errorf("%d checkpoints, want %d", found, n)
	}
}

package sqlite

import (
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// TestLargeWritesAreNotRetained writes large values and metadata into several stores that stay open.
func TestLargeWritesAreNotRetained(t *testing.T) { // not parallel: it looks at the memory of the process
	const size, stores = 8 << 20, 5
	used := func() uint64 {
		runtime.GC()
		runtime.GC() // what the first one finalized
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := used()
	for range stores {
		s := openKeys(t, t.TempDir()+"/a.db", "a")
		text := json.RawMessage(slices.Concat([]byte(`"`), []byte(strings.Repeat("x", size)), []byte(`"`)))
		cp := &checkpoint.Checkpoint{
			ID: "1ef00000-0000-6000-8000-000000000000", Versions: []checkpoint.Version{{Channel: "a", N: 1}},
			Values:   []checkpoint.Value{{Channel: "a", Version: 1, Blob: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: text}}},
			Metadata: checkpoint.Metadata{Extra: map[string]json.RawMessage{"m": text}},
		}
		if err := s.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: cp.ID}, Checkpoint: cp}); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); err != nil || len(got.Checkpoint.Values[0].Blob.Data) != len(text) {
			t.Fatal(err)
		}
	}
	if more := int64(used()) - int64(before); more > stores*size/2 {
		t.Errorf("%d stores retain %d MiB", stores, more>>20)
	}
}

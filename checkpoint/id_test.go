// This file tests the ids of checkpoints.

package checkpoint_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

func TestIDs(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 3, 14, 15, 16, 123456700, time.UTC)
	ids := checkpoint.IDs{Now: func() time.Time { return at }}
	first, second := ids.New(-1), ids.New(300)
	at = at.Add(-time.Hour) // a clock that was set back
	third := ids.New(0)
	if !slices.IsSorted([]string{first, second, third}) || first == second || second == third {
		t.Errorf("ids do not grow: %s %s %s", first, second, third)
	}
	ahead := (&checkpoint.IDs{Now: func() time.Time { return at.AddDate(3, 0, 0) }}).New(7)
	if fourth := ids.NewAfter(0, ahead); fourth <= ahead || ids.New(0) <= fourth {
		t.Errorf("%s is not greater than %s, which a clock made that was ahead", fourth, ahead)
	}
	for _, odd := range []string{"", "x", "ffffffff-ffff-6fff-bfff-ffffffffffff", "ffffffff-ffff-4fff-bfff-ffffffffffff"} {
		if id := new(checkpoint.IDs).NewAfter(0, odd); id < "1f" || id > "2" {
			t.Errorf("the id behind %q is %s", odd, id)
		}
	}
	for id, want := range map[string]string{first: "bfff", second: "812c", third: "8000"} {
		if id[14] != '6' || id[19:23] != want || id[24:] != first[24:] {
			t.Errorf("id %s: want version 6, clock sequence %s, node %s", id, want, first[24:])
		}
	}
	if b, ok := checkpoint.ParseUUID(first); !ok || checkpoint.FormatUUID(b) != first {
		t.Errorf("%s does not survive parsing", first)
	}
	if other := new(checkpoint.IDs).New(0); other[24:] == first[24:] {
		t.Errorf("two makers of ids have the same node: %s %s", first, other)
	}
	for _, bad := range []string{"", "x", first + "0", first[:35], "g" + first[1:], first[:8] + "0" + first[9:]} {
		if _, ok := checkpoint.ParseUUID(bad); ok {
			t.Errorf("%q is taken for a UUID", bad)
		}
	}
}

func TestIDsOfManyGoroutines(t *testing.T) {
	t.Parallel()
	var ids checkpoint.IDs
	var mu sync.Mutex
	seen := map[string]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			last := ""
			for range 1000 {
				id := ids.New(0)
				if id <= last {
					t.Errorf("%s after %s", id, last)
				}
				last = id
				mu.Lock()
				if seen[id] {
					t.Errorf("%s twice", id)
				}
				seen[id] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

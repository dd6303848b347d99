// This file tests the order of calls that settle together.

package runtime

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestPick compares pick with its definition: each time, of those that are done, the one with the first place.
func TestPick(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		all := make([]done, 1+random.IntN(12))
		for i := range all {
			all[i] = done{settled: settled{waited: i}, jobs: 1 + random.IntN(30), place: random.IntN(6)}
		}
		slices.SortStableFunc(all, func(a, b done) int { return a.jobs - b.jobs })
		var want []int
		now := 0
		for left := slices.Clone(all); len(left) > 0; now += jobsOfPick {
			now = max(now, left[0].jobs)
			first := 0
			for i := range left {
				if left[i].jobs <= now && left[i].place < left[first].place {
					first = i
				}
			}
			want = append(want, left[first].waited)
			left = slices.Delete(left, first, first+1)
		}
		pick(all)
		for i := range all {
			if all[i].waited != want[i] {
				t.Fatalf("place %d has %d, want %d of %v", i, all[i].waited, want[i], want)
			}
		}
	}
}

// TestPickMany sorts a call that is done late and many that are done at once.
func TestPickMany(t *testing.T) {
	t.Parallel()
	all := make([]done, 400_000)
	for i := range all {
		all[i] = done{jobs: 1, place: len(all) - i}
	}
	all[len(all)-1].jobs = 10 * len(all)
	begin := time.Now()
	pick(all)
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

// This file bounds what a superstep allocates.

package bench_test

import (
	"fmt"
	"testing"
)

// The budgets are a little above what a superstep takes. Who makes a superstep
// cheaper lowers them; who needs more says why.
func TestAllocations(t *testing.T) {
	for _, c := range []struct {
		name   string
		env    []string
		budget float64
	}{
		{"memory", nil, 105},
		{"sqlite", []string{"SAVER=sqlite", "DURABILITY=async"}, 118},
	} {
		t.Run(c.name, func(t *testing.T) {
			const few, many = 100, 1100
			allocations := func(n int) float64 {
				s := load(t, "steps.mjs", append(c.env, fmt.Sprint("N=", n))...)
				return testing.AllocsPerRun(3, func() {
					s.clean()
					s.run(t)
				})
			}
			got := (allocations(many) - allocations(few)) / (many - few)
			t.Logf("a superstep allocates %.1f times; the budget is %g", got, c.budget)
			if got > c.budget {
				t.Errorf("a superstep allocates %.1f times, more than %g", got, c.budget)
			}
		})
	}
}

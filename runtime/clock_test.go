// This file tests that a thread can be resumed, whatever the clocks of its processes say.

package runtime_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// TestClockSteps answers ten questions, each in a process whose clock is up to two hours off. Without
// an id that is greater than those of the thread, the newest checkpoint is not the one that was made last.
func TestClockSteps(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		store := &checkpoint.MemorySaver{}
		g := workflow(t)
		clock := func() time.Time { return time.Now() }
		call := func(input runtime.Value, cmd *runtime.Command) runtime.Result {
			off := time.Duration(r.IntN(4*3600)-2*3600) * time.Second
			clock = func() time.Time { return time.Now().Add(off) }
			return invoke(g, input, cmd, runtime.Options{Saver: store, ThreadID: "t", Now: clock})
		}
		if got, _ := answerAll(t, store, call, func() {}); got != asJSON(allAnswers(10)) {
			t.Errorf("seed %d: got %s", seed, got)
		}
		var ids, parents []string
		for tuple, err := range store.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			ids, parents = append(ids, tuple.Key.ID), append(parents, tuple.Checkpoint.ParentID)
		}
		if !slices.Equal(ids[1:], parents[:len(parents)-1]) {
			t.Errorf("seed %d: the checkpoints are not in the order of their making: %q have the parents %q", seed, ids, parents)
		}
	}
}

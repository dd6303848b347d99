// This file runs a thread of scripts/parallel.mjs through package hitlrun.

package bench

import (
	"context"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

// Thread takes a new thread through so many supersteps, its question and its
// answer. Safe for concurrent use with different ids.
func Thread(ctx context.Context, store *hitlrun.Store, script *hitlrun.Script, id string, supersteps int) error {
	run, err := store.Start(ctx, script, hitlrun.Start{
		ThreadID: id, Input: fmt.Appendf(nil, `{"n": 0, "until": %d}`, supersteps),
		RunOptions: hitlrun.RunOptions{RecursionLimit: supersteps + 10},
	})
	if err != nil {
		return err
	}
	if run.Status != hitlrun.StatusInterrupted {
		return fmt.Errorf("thread %s: got %s, want a question", id, run.Status)
	}
	run, err = store.Resume(ctx, id, hitlrun.Answer{Value: []byte("true")})
	if err != nil {
		return err
	}
	if run.Status != hitlrun.StatusDone {
		return fmt.Errorf("thread %s: got %s, want done", id, run.Status)
	}
	return nil
}

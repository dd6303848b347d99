// This file stores the results of effects that have happened outside, while the store takes nothing: they would happen again
// if their results were lost.

package hitlrun

import (
	"context"
	"errors"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// onOutage is the type of RunOptions.OnOutage.
type onOutage = func(err error, tries int) bool

// insist calls commit for the run of a thread, and calls it again while the store takes nothing and OnOutage of the run wants
// that, if the commit has the result of an effect outside.
func (r *running) insist(threadID string, outside bool, commit func() error) error {
	for tries := 0; ; tries++ {
		err := commit()
		if !outside || !errors.Is(err, checkpoint.ErrUnwritable) && !errors.Is(err, checkpoint.ErrLocked) {
			return err
		}
		r.mu.Lock()
		again := r.outages[threadID]
		r.mu.Unlock()
		if again == nil || !again(err, tries) {
			return err
		}
	}
}

// waitsBriefly returns the OnOutage of a run that has none.
func waitsBriefly(ctx context.Context) onOutage {
	const first, most, all = 100 * time.Millisecond, 2 * time.Second, 10 * time.Second
	var waited time.Duration
	return func(_ error, tries int) bool {
		wait := min(first<<min(tries, 16), most)
		if waited += wait; waited > all {
			return false
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
		return ctx.Err() == nil
	}
}

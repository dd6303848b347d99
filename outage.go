// This file stores what a run has done while the store takes nothing: it would be done again if it were lost.

package hitlrun

import (
	"context"
	"errors"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// onOutage is the type of RunOptions.OnOutage.
type onOutage = func(err error, tries int) bool

// outage is what a run does if the store takes nothing.
type outage struct {
	ctx   context.Context // of the run
	again onOutage
	all   bool // whether again is called for all commits, and not only for those with the result of an effect
}

func outageOf(ctx context.Context, again onOutage) outage {
	if again == nil {
		return outage{ctx, waitsBriefly(ctx), false}
	}
	return outage{ctx, again, true}
}

// insist calls commit for the run of a thread, and calls it again while the store takes nothing and the run wants that. happened
// says that the commit has the result of an effect that others can see.
func (r *running) insist(threadID string, happened bool, commit func() error) error {
	for tries := 0; ; tries++ {
		err := commit()
		if !errors.Is(err, checkpoint.ErrUnwritable) && !errors.Is(err, checkpoint.ErrLocked) {
			return err
		}
		r.mu.Lock()
		o, ok := r.outages[threadID]
		r.mu.Unlock()
		if !ok || !happened && (!o.all || o.ctx.Err() != nil) || !o.again(err, tries) {
			return err
		}
	}
}

// waitsBriefly returns the OnOutage of a run that has none. All its waits take nine seconds.
func waitsBriefly(ctx context.Context) onOutage {
	const first, most, all = 100 * time.Millisecond, 2 * time.Second, 8
	return func(_ error, tries int) bool {
		select {
		case <-time.After(min(first<<min(tries, all), most)):
		case <-ctx.Done():
		}
		return tries < all && ctx.Err() == nil
	}
}

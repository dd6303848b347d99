// This file computes what cannot be interrupted.

package node

import (
	"runtime"
	"time"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// computing has an element for each computation of computeAside in this process.
var computing = make(chan struct{}, runtime.NumCPU()) //nolint:gochecknoglobals // the processors belong to the process

// computeAside calls work in a goroutine and waits for its result. If the VM is stopped meanwhile, it does not wait any longer, and
// the result is lost. At most as many computations as there are processors run at the same time, so those that nobody waits for
// any more do not grow. A panic of work becomes one of computeAside.
func computeAside[T any](a args, work func() (T, error)) (result T, err error) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for started := false; !started; {
		select {
		case computing <- struct{}{}:
			started = true
		case <-tick.C:
			guard.Hear(a.vm)
		}
	}
	done := make(chan func(), 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- func() { panic(p) }
			}
			<-computing
		}()
		v, failed := work()
		done <- func() { result, err = v, failed }
	}()
	for {
		select {
		case set := <-done:
			set()
			return result, err
		case <-tick.C:
			guard.Hear(a.vm)
		}
	}
}

// This file stops scripts that take too much: time without giving way, time in
// all, memory.

package jsapi

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// LimitError says which limit stopped a script, and the flag that changes it.
type LimitError struct{ What, Flag string }

func (e *LimitError) Error() string {
	return fmt.Sprintf("the script was stopped: %s (see %s)", e.What, e.Flag)
}

// watchInterval is how often the limits are looked at.
const watchInterval = 20 * time.Millisecond

// watch looks after the limits and ctx until stop is called. Then no interrupt is left behind, and none can come.
func (vm *VM) watch(ctx context.Context) (stop func()) {
	begin := time.Now()
	done, gone := make(chan struct{}), make(chan struct{})
	vm.watched = true
	var why error // it was stopped
	go func() {
		defer close(gone)
		tick := time.NewTicker(watchInterval)
		defer tick.Stop()
		turn := turnClock{vm: vm, since: begin}
		ended := ctx.Done()
		for n := 1; ; n++ {
			select {
			case <-done:
				return
			case <-ended:
				ended, why = nil, Ended(ctx)
			case <-tick.C:
				if why != nil {
					vm.rt.Interrupt(why) // again: the script has caught up with the first, and goes on
					continue
				}
				if why = vm.overLimit(begin, &turn, n); why == nil {
					continue
				}
			}
			vm.cut.Store(true)
			vm.rt.Interrupt(why)
			vm.loop.Post(func() { vm.fail(why) })
		}
	}()
	return func() {
		close(done)
		<-gone
		vm.rt.ClearInterrupt()
		vm.watched = false
		if vm.why == nil {
			vm.why = why
		}
	}
}

// turnClock measures how long the current turn takes, as seen from outside.
type turnClock struct {
	vm    *VM
	turn  int64
	since time.Time
}

func (c *turnClock) elapsed() time.Duration {
	if turn := c.vm.turn.Load(); turn == 0 || turn != c.turn {
		c.turn, c.since = turn, time.Now()
	}
	return time.Since(c.since)
}

func (vm *VM) overLimit(begin time.Time, turn *turnClock, n int) error {
	if most := vm.limits.Wall; most > 0 && time.Since(begin) > most {
		return &LimitError{fmt.Sprintf("it ran for more than %s", most), "--max-time"}
	}
	if vm.limits.Turn > 0 && turn.elapsed() > vm.limits.Turn {
		return &LimitError{fmt.Sprintf("it ran for more than %s without giving way", vm.limits.Turn), "--max-turn"}
	}
	if vm.limits.MemoryBytes > 0 && n%5 == 0 {
		if heapInUse() > uint64(vm.limits.MemoryBytes) {
			return &LimitError{fmt.Sprintf("it uses more than %d MiB of memory", vm.limits.MemoryBytes>>20), "--max-memory"}
		}
	}
	return nil
}

// heapRead is what the heap had when it was looked at last, and when that was.
var heapRead struct {
	sync.Mutex
	at    time.Time
	bytes uint64
}

// heapInUse returns how much of the heap is in use. To look stops all that runs: once for all VMs.
func heapInUse() uint64 {
	heapRead.Lock()
	defer heapRead.Unlock()
	if time.Since(heapRead.at) > 4*watchInterval {
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		heapRead.at, heapRead.bytes = time.Now(), m.HeapAlloc
	}
	return heapRead.bytes
}

// stoppedBy returns why the VM was stopped from outside, nil if err says nothing of that.
func stoppedBy(err error) error {
	var in *goja.InterruptedError
	if errors.As(err, &in) {
		if cause, ok := in.Value().(error); ok {
			return cause
		}
		return in
	}
	var so *goja.StackOverflowError
	if errors.As(err, &so) {
		return &LimitError{"calls are nested too deep", "--max-call-depth"}
	}
	return nil
}

// This file stops scripts that exceed a limit: on a turn, on the total time, on memory.

package vm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// LimitError says which limit stopped a script, and the flag that changes it.
type LimitError struct{ What, Flag string }

func (e *LimitError) Error() string {
	return fmt.Sprintf("the script was stopped: %s (see %s)", e.What, e.Flag)
}

// ErrLimit matches each *LimitError with errors.Is.
var ErrLimit = errors.New("a limit stopped the script")

// Is reports whether target is ErrLimit.
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// stuckTime is how long a VM may run on after it was stopped, before Options.Stuck is called.
const stuckTime = 800 * time.Millisecond

// watchInterval is the time between two checks of the limits.
const watchInterval = 20 * time.Millisecond

// watch checks the limits and ctx until stop is called. When stop returns, no interrupt is pending,
// and none can arrive.
func (vm *VM) watch(ctx context.Context) (stop func()) {
	begin := time.Now()
	done, gone := make(chan struct{}), make(chan struct{})
	vm.watched = true
	vm.printed.Store(0)
	theHeap.add(&vm.heap)
	var why error // why the VM was stopped; nil while it may run
	var stopped time.Time
	go func() {
		defer close(gone)
		tick := time.NewTicker(watchInterval)
		defer tick.Stop()
		turn := turnClock{of: &vm.usage, since: begin}
		ended := ctx.Done()
		for {
			select {
			case <-done:
				return
			case <-ended:
				ended, why = nil, Ended(ctx)
			case <-tick.C:
				tick.Reset(theHeap.interval(&vm.heap))
				if why != nil {
					vm.rt.Interrupt(why) // again: the script has handled the first interrupt, and still runs
					vm.guard.Stop()
					if vm.o.Stuck != nil && !stopped.IsZero() && (time.Since(stopped) > stuckTime || theHeap.deaf(&vm.heap)) {
						stopped = time.Time{}
						go vm.o.Stuck(why)
					}
					continue
				}
				if why = vm.overLimit(begin, &turn); why == nil {
					continue
				}
			}
			stopped = time.Now()
			vm.stop(why)
			vm.guard.Stop()
			vm.loop.Post(func() { vm.Fail(why) })
		}
	}()
	return func() {
		close(done)
		<-gone
		theHeap.remove(&vm.heap)
		vm.rt.ClearInterrupt()
		vm.watched = false
		if vm.why == nil {
			vm.why = why
		}
	}
}

// Need stops the VM if it has not this many bytes of memory.
func (vm *VM) Need(bytes int) { guard.Need(vm.rt, bytes) }

// reserve stops the VM if it has no memory for an allocation of the given number of bytes. made is the number of bytes
// that the VM has allocated by itself since the last call, or allocates next.
func (vm *VM) reserve(bytes, made float64) {
	if !vm.fits(bytes) {
		vm.outOfMemory()
	}
	vm.heap.announced.Add(int64(made))
}

// makeText stops the VM if it has no memory for a string of the given number of bytes. Allocations
// of other VMs do not count.
func (vm *VM) makeText(bytes float64) {
	if vm.limits.MemoryBytes > 0 && !theHeap.own(&vm.heap, bytes) {
		vm.outOfMemory()
	}
}

func (vm *VM) outOfMemory() {
	theHeap.stopped(&vm.heap)
	err := vm.memoryError()
	vm.cut.Store(true)
	vm.Fail(err)
	panic(err)
}

// sizeText formats a number of bytes as the flags accept it.
func sizeText(n int64) string {
	for shift, unit := range map[int]string{30: "GiB", 20: "MiB", 10: "KiB"} {
		if n >= 1<<shift && n < 1<<(shift+10) && n%(1<<shift) == 0 {
			return fmt.Sprintf("%d %s", n>>shift, unit)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// stoppedBy returns the error that stopped the VM from outside, nil if err is not caused by a stop. An exception of the
// script is not unwrapped: goja would run the traps of the thrown value, if that is a proxy.
func stoppedBy(err error) error {
	for ; err != nil; err = errors.Unwrap(err) {
		switch e := err.(type) { //nolint:errorlint // the loop unwraps
		case *goja.InterruptedError:
			switch cause := e.Value().(type) {
			case error:
				return cause
			case *late: // CallFor handles it
				return nil
			}
			return e
		case *goja.StackOverflowError:
			return &LimitError{"calls are nested too deep", "--max-call-depth"}
		case *goja.Exception:
			return nil
		}
	}
	return nil
}

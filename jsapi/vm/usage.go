// This file measures the time and the memory that a VM uses, against its limits.

package vm

import (
	"fmt"
	"sync/atomic"
	"time"
)

// usage is what a VM has used. Its times are atomic, so that any goroutine may read them.
type usage struct {
	limits  Limits
	started time.Time
	turn    atomic.Int64 // the number of the current job; 0 for none
	waiting atomic.Int64 // the start of the current wait, in ns since started; 0 while the VM does not wait
	waited  atomic.Int64 // the total time of waiting so far, in ns
	printed atomic.Int64 // bytes that the current run has printed
	heap    heapShare
}

// turnClock measures the current turn from another goroutine. Time in which the script waits does
// not count.
type turnClock struct {
	of     *usage
	turn   int64
	since  time.Time
	waited int64
}

func (c *turnClock) elapsed() time.Duration {
	waited := c.of.waitedSoFar()
	if turn := c.of.turn.Load(); turn == 0 || turn != c.turn {
		c.turn, c.since, c.waited = turn, time.Now(), waited
	}
	return time.Since(c.since) - time.Duration(waited-c.waited)
}

// pause is called before the loop, or the script, waits for something outside. The caller must call
// resume after the wait. A wait that is shorter than least counts as running time.
func (u *usage) pause(least time.Duration) (resume func()) {
	begin := max(1, int64(time.Since(u.started)))
	u.waiting.Store(begin)
	return func() {
		if d := int64(time.Since(u.started)) - begin; d >= int64(least) {
			u.waited.Add(d)
		}
		u.waiting.Store(0)
	}
}

// waitedSoFar returns the total time of waiting, in nanoseconds. During a race with resume it can
// be too large, but never too small.
func (u *usage) waitedSoFar() int64 {
	since := u.waiting.Load()
	waited := u.waited.Load()
	if since != 0 {
		waited += int64(time.Since(u.started)) - since
	}
	return waited
}

// busy returns a function that returns how long the VM has run, without waits, since its last call.
func (u *usage) busy() func() time.Duration {
	var last, lastWaited int64
	return func() time.Duration {
		now, waited := int64(time.Since(u.started)), u.waitedSoFar()
		d := now - last - (waited - lastWaited)
		last, lastWaited = now, waited
		return time.Duration(d)
	}
}

func (u *usage) overLimit(begin time.Time, turn *turnClock) error {
	if most := u.limits.Wall; most > 0 && time.Since(begin) > most {
		return &LimitError{fmt.Sprintf("it ran for more than %s", most), "--max-time"}
	}
	if u.limits.Turn > 0 && turn.elapsed() > u.limits.Turn {
		return &LimitError{fmt.Sprintf("it ran for more than %s without giving way", u.limits.Turn), "--max-turn"}
	}
	if u.heap.limit > 0 && theHeap.over(&u.heap) {
		return u.memoryError()
	}
	return nil
}

// fits reports whether the VM has memory for an allocation of the given number of bytes.
func (u *usage) fits(bytes float64) bool {
	return u.limits.MemoryBytes <= 0 || theHeap.reserve(&u.heap, bytes)
}

func (u *usage) memoryError() error {
	size := fmt.Sprintf("%d MiB", u.limits.MemoryBytes>>20)
	if u.limits.MemoryBytes < 1<<20 {
		size = sizeText(u.limits.MemoryBytes)
	}
	return &LimitError{"it uses more than " + size + " of memory", "--max-memory"}
}

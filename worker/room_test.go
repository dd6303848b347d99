// This file has the large calls of several workers at once.

package worker

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/semaphore"
)

// All workers of a host share a Room, in which each has a bounded part.
func TestWorkersShareARoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const mib = 1 << 20
		r := NewRoom(100*mib, 0)
		one, two, three := semaphore.NewWeighted(maxHeavy), semaphore.NewWeighted(maxHeavy), semaphore.NewWeighted(maxHeavy)
		enter := func(own *semaphore.Weighted, n int64) (leave chan func()) {
			leave = make(chan func(), 1)
			go func() {
				free, _ := r.take(t.Context(), own, n)
				leave <- free
			}()
			synctest.Wait()
			return leave
		}
		entered := func(name string, leave chan func(), want bool) {
			t.Helper()
			if synctest.Wait(); len(leave) == 1 != want {
				t.Fatalf("%s: %d has room, want %v", name, len(leave), want)
			}
		}
		first := enter(one, 60*mib)
		entered("the first one", first, true)
		second := enter(one, 10*mib)
		entered("another one of the same worker", second, false)
		third := enter(two, 60*mib)
		entered("one of another worker", third, false)
		fourth := enter(three, 20*mib)
		entered("a smaller one that came later", fourth, false)
		(<-first)()
		entered("another one of the same worker, then", second, true)
		entered("one of another worker, then", third, true)
		entered("the smaller one, then", fourth, true)
		(<-second)()
		(<-third)()
		(<-fourth)()
		large := enter(one, 250*mib)
		entered("one that is larger than the room", large, true)
		last := enter(two, 2*mib)
		entered("a small one beside it", last, false)
		(<-large)()
		entered("a small one after it", last, true)
		(<-last)()
		if !r.free.TryAcquire(100*mib) || !one.TryAcquire(maxHeavy) || !two.TryAcquire(maxHeavy) || !three.TryAcquire(maxHeavy) {
			t.Error("not all was given back")
		}
	})
}

// A call whose handler may wait for other calls waits for a bounded time, and takes no room that it does not get.
func TestRoomHasPatience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := NewRoom(100, 10*time.Second)
		own := semaphore.NewWeighted(maxHeavy)
		first, _ := r.take(t.Context(), own, 100)
		began := time.Now()
		second, waited := r.take(t.Context(), semaphore.NewWeighted(maxHeavy), 50)
		if took := time.Since(began); !waited || took != 10*time.Second {
			t.Errorf("it waits %s (%v)", took, waited)
		}
		second()
		if r.free.TryAcquire(1) {
			t.Error("the second one gives back what the first one has")
		}
		first()
		if !r.free.TryAcquire(100) || !own.TryAcquire(maxHeavy) {
			t.Error("not all was given back")
		}
	})
}

// A worker that is ended while a call waits for room leaves none behind.
func TestRoomOfAnEndedWorker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := NewRoom(100, 0)
		first, _ := r.take(t.Context(), semaphore.NewWeighted(maxHeavy), 100)
		own := semaphore.NewWeighted(maxHeavy)
		ctx, stop := context.WithCancel(t.Context())
		go stop()
		leave, _ := r.take(ctx, own, 50)
		leave()
		first()
		if !r.free.TryAcquire(100) || !own.TryAcquire(maxHeavy) {
			t.Error("not all was given back")
		}
	})
}

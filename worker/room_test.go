// This file has the large calls of several workers at once.

package worker

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hitlrun/hitlrun/internal/budget"
)

// All workers of a host share a Room, in which each has a bounded part.
func TestWorkersShareARoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const mib = 1 << 20
		r := NewRoom(100*mib, 1, 0)
		one, two, three := &Peer{}, &Peer{}, &Peer{}
		enter := func(own *Peer, n int64) (leave chan *budget.Part) {
			leave = make(chan *budget.Part, 1)
			go func() {
				part, _ := r.take(t.Context(), own, n)
				leave <- part
			}()
			synctest.Wait()
			return leave
		}
		entered := func(name string, leave chan *budget.Part, want bool) {
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
		(<-first).Free()
		entered("another one of the same worker, then", second, true)
		entered("one of another worker, then", third, true)
		entered("the smaller one, then", fourth, true)
		(<-second).Free()
		(<-third).Free()
		(<-fourth).Free()
		large := enter(one, 250*mib)
		entered("one that is larger than the room", large, true)
		last := enter(two, 2*mib)
		entered("a small one beside it", last, false)
		(<-large).Free()
		entered("a small one after it", last, true)
		(<-last).Free()
		if r.memory.InUse() != 0 {
			t.Error("not all was given back")
		}
	})
}

// A call whose handler may wait for other calls waits for a bounded time, and takes no room that it does not get.
func TestRoomHasPatience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := NewRoom(100, 1, 10*time.Second)
		own := &Peer{}
		first, _ := r.take(t.Context(), own, 100)
		began := time.Now()
		second, waited := r.take(t.Context(), &Peer{}, 50)
		if took := time.Since(began); !waited || took != 10*time.Second {
			t.Errorf("it waits %s (%v)", took, waited)
		}
		second.Free()
		if r.memory.InUse() != 100 {
			t.Error("the second one gives back what the first one has")
		}
		first.Free()
		if r.memory.InUse() != 0 {
			t.Error("not all was given back")
		}
	})
}

// A worker that is ended while a call waits for room leaves none behind.
func TestRoomOfAnEndedWorker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := NewRoom(100, 1, 0)
		first, _ := r.take(t.Context(), &Peer{}, 100)
		own := &Peer{}
		ctx, stop := context.WithCancel(t.Context())
		go stop()
		leave, _ := r.take(ctx, own, 50)
		leave.Free()
		first.Free()
		if r.memory.InUse() != 0 {
			t.Error("not all was given back")
		}
	})
}

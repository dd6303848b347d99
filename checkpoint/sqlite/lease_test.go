// This file tests leases within a process.

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

func TestLease(t *testing.T) {
	t.Parallel()
	for _, path := range []string{dbfile.Memory, ""} {
		s := openNew(t)
		if path == dbfile.Memory {
			s = openAt(t, dbfile.Memory)
		}
		if _, err := s.Lease(t.Context(), ""); !errors.Is(err, checkpoint.ErrNoThread) {
			t.Errorf("Lease without a thread: %v, want ErrNoThread", err)
		}
		release, err := s.Lease(t.Context(), "t")
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Lease(t.Context(), "t")
		var busy *BusyError
		if !errors.Is(err, ErrBusy) || !errors.As(err, &busy) || busy.PID != os.Getpid() || err.Error() != "thread t is in use by another run of this process" {
			t.Errorf("Lease again: %v, want ErrBusy", err)
		}
		other, err := s.Lease(t.Context(), "t2")
		if err != nil {
			t.Fatal(err)
		}
		release()
		again, err := s.Lease(t.Context(), "t")
		if err != nil {
			t.Fatalf("Lease after release: %v", err)
		}
		release() // of the first lease: does nothing
		if _, err = s.Lease(t.Context(), "t"); !errors.Is(err, ErrBusy) {
			t.Errorf("Lease after release was called twice: %v, want ErrBusy", err)
		}
		again()
		other()
	}
}

func TestLeaseOfTwoStores(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("locks belong to the process")
	}
	a := openNew(t)
	b := openAt(t, a.path)
	release, err := a.Lease(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Lease(t.Context(), "t"); !errors.Is(err, ErrBusy) || err.Error() != "thread t is in use" {
		t.Errorf("Lease by another store: %v, want ErrBusy", err)
	}
	c := openAt(t, a.path)
	if _, err := c.Lease(t.Context(), "t3"); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil { // closes its file of locks, and drops only its own
		t.Fatal(err)
	}
	if _, err := b.Lease(t.Context(), "t"); !errors.Is(err, ErrBusy) {
		t.Errorf("Lease after a third store was closed: %v, want ErrBusy", err)
	}
	if _, err := b.Lease(t.Context(), "t3"); err != nil {
		t.Errorf("Lease of a thread of a store that was closed: %v", err)
	}
	release()
	if _, err := b.Lease(t.Context(), "t"); err != nil {
		t.Errorf("Lease after release: %v", err)
	}
}

func TestLeaseIsExclusive(t *testing.T) {
	t.Parallel()
	a := openNew(t)
	stores := []*Store{a, openAt(t, a.path)}
	var inside [3]atomic.Int64
	var taken atomic.Int64
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 200 {
				n := (i + k) % len(inside)
				release, err := stores[i%2].Lease(t.Context(), fmt.Sprint("t", n))
				if errors.Is(err, ErrBusy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if inside[n].Add(1) != 1 {
					t.Error("two have the lease")
				}
				runtime.Gosched()
				inside[n].Add(-1)
				taken.Add(1)
				release()
			}
		})
	}
	wg.Wait()
	if taken.Load() == 0 {
		t.Error("nobody ever had a lease")
	}
}

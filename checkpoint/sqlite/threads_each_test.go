// This file tests lists of threads that are read in pages, and which threads are lost.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

func become(tb testing.TB, s *Store, id string, status checkpoint.Status) {
	tb.Helper()
	commitAll(tb, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: id}, Thread: &checkpoint.ThreadUpdate{Status: status}})
}

// TestEachThread reads a long list while threads change, are made and are deleted: each that is
// there all the time comes once.
func TestEachThread(t *testing.T) {
	t.Parallel()
	for _, path := range []string{dbfile.Memory, ""} {
		s := openNew(t)
		if path == dbfile.Memory {
			s = openAt(t, dbfile.Memory)
		}
		const count = 3*pageThreads + 10
		status := func(i int) checkpoint.Status { return statuses[i%len(statuses)] }
		for i := range count {
			become(t, s, fmt.Sprint("t", i), status(i))
		}
		got := map[string]int{}
		var order []string
		for thread, err := range s.EachThread(t.Context(), ThreadFilter{}) {
			if err != nil {
				t.Fatal(err)
			}
			got[thread.ID]++
			order = append(order, thread.ID)
			switch n := len(order); {
			case n%100 == 50: // one at the end of the list moves to its top, one at the top changes, one is made
				become(t, s, fmt.Sprint("t", n/100), status(n/100))
				become(t, s, order[0], checkpoint.StatusDone)
				become(t, s, fmt.Sprint("new", n), checkpoint.StatusDone)
			case n == 99:
				if err := s.DeleteThread(t.Context(), "t20"); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i := range count {
			want := 1
			if i == 20 {
				want = 0
			}
			if n := got[fmt.Sprint("t", i)]; n != want {
				t.Errorf("thread t%d came %d times, want %d", i, n, want)
			}
		}
		if len(got) != count-1 {
			t.Errorf("%d threads came, want %d", len(got), count-1)
		}
		for i := range 200 {
			if want := fmt.Sprint("t", count-1-i); order[i] != want {
				t.Fatalf("thread %d is %s, want %s", i, order[i], want)
			}
		}
		// A filter, a limit, and a caller who has seen enough.
		n := 0
		for thread, err := range s.EachThread(t.Context(), ThreadFilter{Statuses: []checkpoint.Status{checkpoint.StatusDone, checkpoint.StatusError}, Limit: pageThreads + 5}) {
			if err != nil || thread.Status != checkpoint.StatusDone && thread.Status != checkpoint.StatusError {
				t.Fatalf("%+v, %v", thread, err)
			}
			n++
		}
		if n != pageThreads+5 {
			t.Errorf("%d threads, want %d", n, pageThreads+5)
		}
		for range s.EachThread(t.Context(), ThreadFilter{}) {
			break
		}
		ctx, stop := context.WithCancel(t.Context())
		n = 0
		for _, err := range s.EachThread(ctx, ThreadFilter{}) {
			stop()
			if n++; n == 2 && !errors.Is(err, context.Canceled) || n > 2 {
				t.Errorf("item %d after the context was done: %v", n, err)
			}
		}
		stop()
	}
}

// TestLost has another process run a thread, and kills it.
func TestLost(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	if err := s.PutScript(t.Context(), checkpoint.Script{Hash: "h"}); err != nil {
		t.Fatal(err)
	}
	if err := s.SetThreadScript(t.Context(), "t", ScriptRef{Hash: "h"}, nil); err != nil {
		t.Fatal(err)
	}
	become(t, s, "no script", checkpoint.StatusRunning)
	reader, err := Open(s.path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	lost := func(id string) bool {
		t.Helper()
		a, err := s.Thread(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		b := *a
		one, err := s.Lost(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		two, err := reader.Lost(t.Context(), &b)
		if err != nil || one != two {
			t.Fatalf("Lost is %t for who writes, %t for who reads, %v", one, two, err)
		}
		return one
	}
	if !lost("t") {
		t.Error("a thread that nobody ever ran is not lost")
	}
	cmd, out := start(t, "lease", s.path)
	if !out.Scan() || out.Text() != "ready" {
		t.Fatal(out.Text())
	}
	if lost("t") {
		t.Error("a thread that another process runs is lost")
	}
	cmd.Process.Kill()
	cmd.Wait()
	for range 3 { // looking does not take the lease
		if !lost("t") {
			t.Error("a thread whose process was killed is not lost")
		}
	}
	release, err := s.Lease(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	if lost("t") {
		t.Error("a thread that this process runs is lost")
	}
	old, err := s.Thread(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	become(t, s, "t", checkpoint.StatusDone)
	release()
	// Who read it while it ran does not hear that it is lost.
	if is, err := reader.Lost(t.Context(), old); err != nil || is || old.Status != checkpoint.StatusDone {
		t.Errorf("a thread that ended since it was read: lost %t, %s, %v", is, old.Status, err)
	}
	if lost("no script") {
		t.Error("a thread without a script is lost")
	}
}

// TestLostNever looks again and again at threads that are run all the time.
func TestLostNever(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	if err := s.PutScript(t.Context(), checkpoint.Script{Hash: "h"}); err != nil {
		t.Fatal(err)
	}
	reader, err := Open(s.path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	stop := time.After(2 * time.Second)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			release, err := s.Lease(context.Background(), "t")
			if err == nil {
				err = s.SetThreadScript(context.Background(), "t", ScriptRef{Hash: "h"}, nil)
			}
			if err != nil {
				t.Error(err)
				return
			}
			become(t, s, "t", checkpoint.StatusRunning)
			become(t, s, "t", checkpoint.StatusDone)
			release()
		}
	}()
	n := 0
	for {
		select {
		case <-done:
			if n == 0 {
				t.Error("nobody looked")
			}
			return
		default:
		}
		for thread, err := range reader.EachThread(t.Context(), ThreadFilter{Status: checkpoint.StatusRunning}) {
			if err != nil {
				t.Fatal(err)
			}
			if lost, err := reader.Lost(t.Context(), &thread); err != nil || lost {
				t.Fatalf("a thread that is run is lost: %t, %v", lost, err)
			}
			n++
		}
	}
}

// This file tests what commits cost in the file, and how they share transactions.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// sizeOf returns the size of a store when all is worked into it.
func sizeOf(tb testing.TB, s *Store) int64 {
	tb.Helper()
	if err := s.Vacuum(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	size, err := s.Size(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return size
}

// TestBytesPerStep holds the size of a step of a small graph, with 13 times as much
// text in LangGraph's own format.
func TestBytesPerStep(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	l := looper{thread: "t"}
	var sizes []int64
	for range 3 {
		for range 2000 {
			commitAll(t, s, l.next())
		}
		sizes = append(sizes, sizeOf(t, s))
	}
	for i := 1; i < len(sizes); i++ {
		if n := (sizes[i] - sizes[i-1]) / 2000; n > 150 {
			t.Errorf("step %d to %d: %d bytes each", i*2000, i*2000+2000, n)
		}
	}
	if n := numbers(t, s, "SELECT count(*) FROM blobs")[0] + numbers(t, s, "SELECT count(*) FROM writes")[0]; n != 0 {
		t.Errorf("%d rows besides one for each step", n)
	}
}

// TestBytesOfPausedThreads holds the size of threads that wait with 200 bytes of
// input, which is in the state and in the question too.
func TestBytesOfPausedThreads(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	var ids checkpoint.IDs
	const threads = 1000
	for i := range threads {
		pause(t, s, &ids, fmt.Sprint("p", i), fmt.Sprintf("%s%d", strings.Repeat("x", 200), i))
	}
	if n := sizeOf(t, s) / threads; n > 800 {
		t.Errorf("%d bytes for each thread", n)
	}
}

// TestBytesOfConstant stores values that do not change once.
func TestBytesOfConstant(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	parent := ""
	var ids checkpoint.IDs
	for i := range int64(1000) {
		cp := &checkpoint.Checkpoint{ID: ids.New(int(i)), ParentID: parent, Versions: []checkpoint.Version{{Channel: "n", N: i + 1}, {Channel: "small", N: 1}, {Channel: "large", N: 1}}}
		cp.Values = []checkpoint.Value{{Channel: "n", Version: i + 1, Blob: jsonf("%d", i)}}
		if i == 0 {
			cp.Values = append(cp.Values,
				checkpoint.Value{Channel: "small", Version: 1, Blob: jsonf("%q", strings.Repeat("s", 400))},
				checkpoint.Value{Channel: "large", Version: 1, Blob: jsonf("%q", strings.Repeat("l", 100_000))})
		}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Checkpoint: cp})
		parent = cp.ID
	}
	if n := sizeOf(t, s); n > 300_000 {
		t.Errorf("1000 steps with a constant of 100,000 bytes take %d bytes", n)
	}
}

// TestBytesOfManyValues changes values that are small one by one, but more than a page
// of the table of checkpoints takes well.
func TestBytesOfManyValues(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	parent := ""
	var ids checkpoint.IDs
	for i := range int64(500) {
		cp := &checkpoint.Checkpoint{ID: ids.New(int(i)), ParentID: parent}
		for _, channel := range []string{"a", "b", "c"} {
			cp.Versions = append(cp.Versions, checkpoint.Version{Channel: channel, N: i})
			cp.Values = append(cp.Values, checkpoint.Value{Channel: channel, Version: i, Blob: jsonf(`"%s %0*d"`, channel, 450, i)})
		}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Checkpoint: cp})
		parent = cp.ID
	}
	if n := sizeOf(t, s) / 500; n > 1900 {
		t.Errorf("steps with values of 1370 bytes take %d bytes", n)
	}
}

// TestAnswersLeaveNothing replaces large answers: only the last one is stored.
func TestAnswersLeaveNothing(t *testing.T) {
	t.Parallel()
	s := openAt(t, dbfile.Memory)
	for i := range 20 {
		p := checkpoint.PendingWrite{TaskID: "x", Channel: checkpoint.ChannelResume, Value: jsonf("%q", strings.Repeat("answer ", 100+i))}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: "1"}, Writes: []checkpoint.TaskWrites{{TaskID: "x", Writes: []checkpoint.PendingWrite{p}}}})
	}
	if n := numbers(t, s, "SELECT count(*) FROM blobs")[0]; n != 1 {
		t.Errorf("%d answers are stored", n)
	}
}

// TestGroup lets writes wait for one that takes long: they share a transaction, and
// one that fails does so alone.
func TestGroup(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(dbfile.Memory, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		begun, end := make(chan bool), make(chan bool)
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := s.w.write(t.Context(), func() error { close(begun); <-end; return nil }); err != nil {
				t.Error(err)
			}
		})
		<-begun
		errBad := errors.New("bad")
		ctx, cancel := context.WithCancel(t.Context())
		errs := make([]error, 6)
		ran := make([]int, 6)
		for i := range errs {
			wg.Go(func() {
				c := t.Context()
				if i == 4 {
					c = ctx
				}
				errs[i] = s.w.write(c, func() error {
					ran[i]++
					if i == 2 {
						return errBad
					}
					_, err := s.w.c.Exec("INSERT INTO names (name) VALUES (?)", fmt.Sprint("name", i))
					return err
				})
			})
		}
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !errors.Is(errs[4], context.Canceled) || ran[4] != 0 {
			t.Errorf("a write that is cancelled while it waits: %v, ran %d times", errs[4], ran[4])
		}
		close(end)
		wg.Wait()
		for i, err := range errs {
			if i != 2 && i != 4 && err != nil || i == 2 && !errors.Is(err, errBad) {
				t.Errorf("write %d: %v", i, err)
			}
		}
		if n := numbers(t, s, "SELECT count(*) FROM names"); n[0] != 4 {
			t.Errorf("%d rows, want 4", n[0])
		}
		if ran[0]+ran[1]+ran[3] > 6 {
			t.Errorf("writes ran %v times", ran)
		}
	})
}

// TestCacheIsBounded uses more threads and namespaces than the writer remembers.
func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	s := openAt(t, dbfile.Memory)
	for round := range 2 {
		for i := range 2*maxRemembered + 10 {
			l := looper{thread: fmt.Sprint("t", i)}
			b := l.next()
			b.Checkpoint.ID = fmt.Sprint(round)
			commitAll(t, s, b)
			b.Key = checkpoint.Key{ThreadID: "one", NS: fmt.Sprint("ns", i)}
			commitAll(t, s, b)
		}
	}
	if len(s.w.threads) > maxRemembered+1 || len(s.w.threads["one"].lines) > maxRemembered+1 {
		t.Errorf("%d threads and %d namespaces are remembered", len(s.w.threads), len(s.w.threads["one"].lines))
	}
	if n := len(all(t, s, "one")); n != 2*maxRemembered+10 {
		t.Errorf("%d namespaces", n)
	}
}

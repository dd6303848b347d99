// This file tests what Prune leaves and what it removes.

package sqlite

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/savertest"
	"github.com/hitlrun/hitlrun/dbfile"
)

// all returns the checkpoints of a thread by namespace, newest first.
func all(t *testing.T, s *Store, thread string) map[string][]*checkpoint.Tuple {
	t.Helper()
	tuples := map[string][]*checkpoint.Tuple{}
	for tuple, err := range savertest.Whole(s).List(t.Context(), checkpoint.Key{ThreadID: thread}, checkpoint.ListOptions{AllNS: true}) {
		if err != nil {
			t.Fatal(err)
		}
		tuples[tuple.Key.NS] = append(tuples[tuple.Key.NS], tuple)
	}
	return tuples
}

// wantPruned prunes a thread and checks that what is left is what was.
func wantPruned(t *testing.T, s *Store, thread string, retain int) {
	t.Helper()
	before := all(t, s, thread)
	if err := s.Prune(t.Context(), thread, retain); err != nil {
		t.Fatal(err)
	}
	after := all(t, s, thread)
	for ns, tuples := range before {
		if len(tuples) > retain {
			tuples = tuples[:retain]
		}
		if !reflect.DeepEqual(after[ns], tuples) {
			t.Errorf("retain %d, namespace %q:\n%.3000v\nwant\n%.3000v", retain, ns, after[ns], tuples)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d namespaces, want %d", len(after), len(before))
	}
}

func TestPrune(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	if err := s.Prune(t.Context(), "nobody", 1); err != nil {
		t.Errorf("Prune of an unknown thread: %v", err)
	}
	if err := s.Prune(t.Context(), "", 1); !errors.Is(err, checkpoint.ErrNoThread) {
		t.Errorf("Prune without a thread: %v, want ErrNoThread", err)
	}
	if err := s.Prune(t.Context(), "t", 0); err == nil || err.Error() != "prune thread t: at least one checkpoint must be retained, not 0" {
		t.Errorf("Prune of all: %v", err)
	}
	// A list that grows, a constant of 200 bytes and one of 2000, and a namespace beside.
	var ids checkpoint.IDs
	for _, ns := range []string{"", "sub:1"} {
		parent := ""
		for i := range int64(60) {
			cp := &checkpoint.Checkpoint{
				ID: ids.New(int(i)), ParentID: parent,
				Versions: []checkpoint.Version{{Channel: "list", N: i + 1}, {Channel: "small", N: 1}, {Channel: "large", N: 1}},
				Values:   []checkpoint.Value{{Channel: "list", Version: i + 1, Blob: jsonf(`["%d %s"]`, i, strings.Repeat("x", 300))}},
			}
			if i == 0 {
				cp.Values = append(cp.Values,
					checkpoint.Value{Channel: "small", Version: 1, Blob: jsonf("%q", strings.Repeat("s", 200))},
					checkpoint.Value{Channel: "large", Version: 1, Blob: jsonf("%q", strings.Repeat("l", 2000))})
			} else {
				cp.Values[0].Blob.Base = i
			}
			b := checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", NS: ns, ID: parent}, Checkpoint: cp}
			if parent != "" {
				b.Writes = []checkpoint.TaskWrites{{TaskID: "x", Writes: []checkpoint.PendingWrite{
					{TaskID: "x", Channel: "list", Value: checkpoint.Blob{Type: cp.Values[0].Blob.Type, Data: cp.Values[0].Blob.Data}},
					{TaskID: "x", Channel: "other", Value: jsonf("%q", strings.Repeat("w", 700))},
				}}}
			}
			commitAll(t, s, b)
			parent = cp.ID
		}
	}
	pause(t, s, &ids, "other", strings.Repeat("q", 1000))
	other := all(t, s, "other")
	blobs := numbers(t, s, "SELECT count(*) FROM blobs")[0]
	for _, retain := range []int{100, 60, 20, 7, 7, 2, 1} {
		wantPruned(t, s, "t", retain)
		left := numbers(t, s, "SELECT count(*) FROM blobs")[0]
		if retain < 60 && left >= blobs && retain != 7 {
			t.Errorf("retain %d: %d blobs are left of %d", retain, left, blobs)
		}
		blobs = left
	}
	if n := numbers(t, s, "SELECT count(*) FROM checkpoints WHERE writes IS NOT NULL AND thread = 1")[0]; n != 0 {
		t.Errorf("%d rows have writes of a parent that is gone", n)
	}
	// One row for each constant and namespace, the pieces of the lists, and those of the other thread.
	if n := numbers(t, s, "SELECT count(*) FROM blobs WHERE id >> 32 = 1")[0]; n > 2*(1+32) {
		t.Errorf("%d blobs are left for one checkpoint in each of two namespaces", n)
	}
	if now := all(t, s, "other"); !reflect.DeepEqual(now, other) {
		t.Errorf("the other thread was changed:\n%v\nwas\n%v", now, other)
	}
	// The thread can be continued.
	tuple := all(t, s, "t")[""][0]
	next := &checkpoint.Checkpoint{ID: ids.New(60), ParentID: tuple.Key.ID, Versions: []checkpoint.Version{{Channel: "list", N: 61}, {Channel: "small", N: 1}},
		Values: []checkpoint.Value{{Channel: "list", Version: 61, Blob: checkpoint.Blob{Type: "json", Base: 60, Data: []byte("[61]")}}}}
	commitAll(t, s, checkpoint.Batch{Key: tuple.Key, Checkpoint: next})
	got := all(t, s, "t")[""][0]
	if !strings.HasSuffix(string(got.Checkpoint.Values[0].Blob.Whole().Data), `x",61]`) || len(got.Checkpoint.Values) != 2 {
		t.Errorf("after a step more: %.200v", got.Checkpoint.Values)
	}
	wantSound(t, s)
}

// TestPruneRandom prunes threads that random batches have made.
func TestPruneRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := openAt(t, dbfile.Memory)
			savertest.Random(t, s, seed, 300)
			r := rand.New(rand.NewPCG(seed, 2))
			threads, err := s.Threads(t.Context(), ThreadFilter{})
			if err != nil {
				t.Fatal(err)
			}
			for retain := 12; retain > 0; retain -= 1 + r.IntN(5) {
				for _, thread := range threads {
					wantPruned(t, s, thread.ID, retain)
				}
			}
			now, err := s.Threads(t.Context(), ThreadFilter{})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(now, threads) {
				t.Errorf("threads were changed:\n%v\nwere\n%v", now, threads)
			}
		})
	}
}

// What Prune removed is in no file any more, and neither is a value that was replaced.
func TestPruneErases(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	var ids checkpoint.IDs
	var parent string
	for step, text := range []string{strings.Repeat(marker+" ", 400), marker, "nothing", "at all"} {
		cp := &checkpoint.Checkpoint{
			ID: ids.New(step), ParentID: parent, Versions: []checkpoint.Version{{Channel: "c", N: int64(step + 1)}},
			Values: []checkpoint.Value{{Channel: "c", Version: int64(step + 1), Blob: jsonf("%q", text)}},
		}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Checkpoint: cp})
		parent = cp.ID
	}
	if n := inFiles(t, path); n < 400 {
		t.Fatalf("before Prune the files have it %d times", n)
	}
	if err := s.Prune(t.Context(), "t", 2); err != nil {
		t.Fatal(err)
	}
	if n := inFiles(t, path); n != 0 {
		t.Errorf("after Prune the files have it %d times", n)
	}
}

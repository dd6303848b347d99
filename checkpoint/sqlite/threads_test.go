// This file tests what is known of threads.

package sqlite

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// openClock opens a store whose clock advances by a second each time it is read.
func openClock(t *testing.T) (*Store, time.Time) {
	t.Helper()
	start := time.Date(2026, 11, 3, 14, 15, 16, 0, time.UTC)
	n := 0
	s, err := Open(dbfile.Memory, Options{Now: func() time.Time { n++; return start.Add(time.Duration(n) * time.Second) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, start
}

func setStatus(t *testing.T, s *Store, thread string, u checkpoint.ThreadUpdate) {
	t.Helper()
	commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: thread}, Thread: &u})
}

func mustThread(t *testing.T, s *Store, id string) *Thread {
	t.Helper()
	thread, err := s.Thread(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return thread
}

func TestThread(t *testing.T) {
	t.Parallel()
	s, start := openClock(t)
	for _, id := range []string{"t", "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", "\x00", strings.Repeat("x", 10<<10)} {
		if _, err := s.Thread(t.Context(), id); !errors.Is(err, checkpoint.ErrNotFound) {
			t.Fatalf("Thread: %v, want ErrNotFound", err)
		}
	}
	if _, err := s.Thread(t.Context(), ""); !errors.Is(err, checkpoint.ErrNoThread) {
		t.Errorf("Thread without id: %v, want ErrNoThread", err)
	}
	l := looper{thread: "t"}
	commitAll(t, s, l.next())
	got := mustThread(t, s, "t")
	want := &Thread{ID: "t", Status: checkpoint.StatusRunning, CreatedAt: start.Add(time.Second), UpdatedAt: start.Add(time.Second), Cursor: got.Cursor, Head: l.parent}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("after the first commit: %+v\nwant %+v", got, want)
	}
	commitAll(t, s, l.next())
	want.Head = l.parent
	if again := mustThread(t, s, "t"); !reflect.DeepEqual(again, want) {
		t.Errorf("after a commit without an update: %+v\nwant %+v", again, want)
	}
	b := l.next()
	b.Thread = &checkpoint.ThreadUpdate{Status: checkpoint.StatusError, Error: "it broke"}
	commitAll(t, s, b)
	got = mustThread(t, s, "t")
	want.Status, want.Error, want.UpdatedAt, want.Cursor = checkpoint.StatusError, "it broke", start.Add(2*time.Second), got.Cursor
	want.Head = b.Checkpoint.ID
	if !reflect.DeepEqual(got, want) {
		t.Errorf("after an error: %+v\nwant %+v", got, want)
	}
	setStatus(t, s, "t", checkpoint.ThreadUpdate{Status: checkpoint.StatusDone})
	if got = mustThread(t, s, "t"); got.Status != checkpoint.StatusDone || got.Error != "" {
		t.Errorf("after the end: %+v", got)
	}
	refused := l.next().Checkpoint
	refused.Versions = append(refused.Versions, checkpoint.Version{Channel: "new channel"})
	err := s.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: "new"}, Checkpoint: refused, Thread: &checkpoint.ThreadUpdate{Status: "sleeping"}})
	if err == nil || err.Error() != `commit to thread new: no such status of a thread: "sleeping"` {
		t.Errorf("an unknown status: %v", err)
	}
	if _, err := s.Thread(t.Context(), "new"); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("a refused batch made a thread: %v", err)
	}
	// The names in the refused batch have no numbers, and others get theirs.
	refused.Versions = append(refused.Versions, checkpoint.Version{Channel: "newer channel"})
	commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "new"}, Checkpoint: refused})
	fresh := conn{Conn: s.w.c.Conn, names: &names{}}
	tuple, err := fresh.get(t.Context(), checkpoint.Key{ThreadID: "new"}, "")
	if err != nil || !reflect.DeepEqual(tuple.Checkpoint.Versions, refused.Versions) {
		t.Errorf("versions %v, %v\nwant %v", tuple, err, refused.Versions)
	}
}

// TestInterrupts asks questions that quote the state, which must be the same
// whatever becomes of the state.
func TestInterrupts(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	var ids checkpoint.IDs
	q := strings.Repeat("Should it? ", 20)
	pause(t, s, &ids, "t", q)
	one := checkpoint.ThreadInterrupt{}
	check := func(when string) {
		t.Helper()
		got := mustThread(t, s, "t")
		if got.Status != checkpoint.StatusInterrupted || len(got.Interrupts) != 1 {
			t.Fatalf("%s: %+v", when, got)
		}
		if one.ID == "" {
			one = got.Interrupts[0]
			if one.Node != "ask" || !strings.HasPrefix(one.NS, "ask:") || string(one.Value.Data) != fmt.Sprintf(`{"question":%q}`, q) {
				t.Fatalf("question %+v", one)
			}
		}
		if !reflect.DeepEqual(got.Interrupts[0], one) {
			t.Errorf("%s: question %+v\nwant %+v", when, got.Interrupts[0], one)
		}
	}
	check("at once")
	tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"})
	if err != nil {
		t.Fatal(err)
	}
	if len(tuple.Writes) != 1 || string(tuple.Writes[0].Value.Data) != string(one.Value.Data) {
		t.Errorf("pending writes %v", tuple.Writes)
	}
	if n := numbers(t, s, "SELECT length(interrupts) FROM threads"); n[0] > 100 {
		t.Errorf("a question that quotes the state takes %d bytes", n[0])
	}
	commitAll(t, s, checkpoint.Batch{Key: tuple.Key, Checkpoint: &checkpoint.Checkpoint{ID: tuple.Key.ID}})
	check("after the checkpoint was replaced")

	list := []checkpoint.ThreadInterrupt{
		{ID: "", Node: "", NS: "", Value: checkpoint.Blob{}},
		{ID: "0123456789abcdef0123456789abcdef", Node: "n", NS: "n:1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", Value: jsonf("1")},
		{ID: "0123456789ABCDEF", Node: strings.Repeat("n", 1000), NS: "a:1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b|b:1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", Value: checkpoint.Blob{Type: "x", Data: []byte(strings.Repeat("long", 1<<20))}},
		{ID: "012", NS: "-c3d4-6e5f-8a9b-0c1d2e3f4a5b", Value: jsonf(`{"question":%q}`, q)},
	}
	setStatus(t, s, "t", checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted, Interrupts: list})
	if got := mustThread(t, s, "t").Interrupts; !reflect.DeepEqual(got, list) {
		t.Errorf("interrupts %.300v\nwant %.300v", got, list)
	}
	setStatus(t, s, "t", checkpoint.ThreadUpdate{Status: checkpoint.StatusRunning})
	if got := mustThread(t, s, "t").Interrupts; got != nil {
		t.Errorf("interrupts %v, want none", got)
	}
}

// TestQuoteOfOlderCheckpoint asks, in one commit with the next checkpoint, about the last one.
func TestQuoteOfOlderCheckpoint(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	long := fmt.Sprintf("%q", strings.Repeat("long ", 30))
	first := &checkpoint.Checkpoint{ID: "1", Versions: []checkpoint.Version{{Channel: "q", N: 1}}, Values: []checkpoint.Value{{Channel: "q", Version: 1, Blob: jsonf("%s", long)}}}
	commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", NS: "sub"}, Checkpoint: first})
	second := &checkpoint.Checkpoint{ID: "2", ParentID: "1", Versions: []checkpoint.Version{{Channel: "q", N: 2}}}
	commitAll(t, s, checkpoint.Batch{
		Key: checkpoint.Key{ThreadID: "t", NS: "sub", ID: "1"}, Checkpoint: second,
		Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted, Interrupts: []checkpoint.ThreadInterrupt{{ID: "i", Value: jsonf("[%s]", long)}}},
	})
	for _, when := range []string{"at once", "after Prune"} {
		if got := mustThread(t, s, "t").Interrupts; len(got) != 1 || string(got[0].Value.Data) != "["+long+"]" {
			t.Errorf("%s: %v", when, got)
		}
		if err := s.Prune(t.Context(), "t", 1); err != nil {
			t.Fatal(err)
		}
	}
}

func TestThreads(t *testing.T) {
	t.Parallel()
	s, _ := openClock(t)
	ids := []string{"order-1", "order-2", "order\xff", "other", "1ef0a1b2-c3d4-6e5f-8a9b-0c1d2e3f4a5b", "1ef0a1b2-c3d5-6e5f-8a9b-0c1d2e3f4a5b", "1ef0a1b2-c3d4", "\xff\xff1"}
	status := []checkpoint.Status{checkpoint.StatusRunning, checkpoint.StatusInterrupted, checkpoint.StatusDone, checkpoint.StatusError}
	for i, id := range ids {
		setStatus(t, s, id, checkpoint.ThreadUpdate{Status: status[i%len(status)]})
	}
	setStatus(t, s, ids[1], checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted}) // changed last
	all := []string{ids[1], ids[7], ids[6], ids[5], ids[4], ids[3], ids[2], ids[0]}
	list := func(f ThreadFilter) (names []string, cursors []Cursor) {
		t.Helper()
		threads, err := s.Threads(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		for _, thread := range threads {
			names, cursors = append(names, thread.ID), append(cursors, thread.Cursor)
		}
		return names, cursors
	}
	_, cursors := list(ThreadFilter{})
	for _, tt := range []struct {
		name string
		f    ThreadFilter
		want []string
	}{
		{"all", ThreadFilter{}, all},
		{"limit", ThreadFilter{Limit: 3}, all[:3]},
		{"after", ThreadFilter{After: cursors[2]}, all[3:]},
		{"after and limit", ThreadFilter{After: cursors[2], Limit: 2}, all[3:5]},
		{"after the last", ThreadFilter{After: cursors[7]}, nil},
		{"before", ThreadFilter{Before: cursors[2]}, all[:2]},
		{"between", ThreadFilter{After: cursors[1], Before: cursors[4]}, all[2:4]},
		{"status", ThreadFilter{Status: checkpoint.StatusInterrupted}, []string{ids[1], ids[5]}},
		{"status and after", ThreadFilter{Status: checkpoint.StatusInterrupted, After: cursors[0]}, []string{ids[5]}},
		{"prefix of text", ThreadFilter{IDPrefix: "order"}, []string{ids[1], ids[2], ids[0]}},
		{"prefix and status", ThreadFilter{IDPrefix: "order", Status: checkpoint.StatusDone}, []string{ids[2]}},
		{"longer prefix", ThreadFilter{IDPrefix: "order-"}, []string{ids[1], ids[0]}},
		{"prefix of both", ThreadFilter{IDPrefix: "1ef0a1b2-c3d4"}, []string{ids[6], ids[4]}},
		{"odd prefix of UUID", ThreadFilter{IDPrefix: "1ef0a1b2-c3d"}, []string{ids[6], ids[5], ids[4]}},
		{"prefix up to a dash", ThreadFilter{IDPrefix: "1ef0a1b2-"}, []string{ids[6], ids[5], ids[4]}},
		{"one digit", ThreadFilter{IDPrefix: "1"}, []string{ids[6], ids[5], ids[4]}},
		{"whole UUID", ThreadFilter{IDPrefix: ids[5]}, []string{ids[5]}},
		{"more than a UUID", ThreadFilter{IDPrefix: ids[5] + "0"}, nil},
		{"no case is folded", ThreadFilter{IDPrefix: "1EF0"}, nil},
		{"wildcards are text", ThreadFilter{IDPrefix: "order%"}, nil},
		{"last byte", ThreadFilter{IDPrefix: "\xff\xff"}, []string{ids[7]}},
		{"prefix nobody has", ThreadFilter{IDPrefix: "zebra"}, nil},
	} {
		if got, _ := list(tt.f); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q\nwant %q", tt.name, got, tt.want)
		}
	}
	for _, f := range []ThreadFilter{{Status: "sleeping"}, {After: "x"}, {Before: "1.?"}} {
		if _, err := s.Threads(t.Context(), f); err == nil {
			t.Errorf("Threads %+v: no error", f)
		}
	}
}

// TestDeleteThreadLeavesNothing deletes all threads: then no table has rows but names.
func TestDeleteThreadLeavesNothing(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	var ids checkpoint.IDs
	for i := range 3 {
		thread := fmt.Sprint("t", i)
		pause(t, s, &ids, thread, strings.Repeat("q", 3000))
		b := (&looper{thread: thread}).next()
		b.Key.NS = "sub:1"
		commitAll(t, s, b)
	}
	if err := s.DeleteThread(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"threads", "namespaces", "checkpoints", "writes", "blobs"} {
		if n := numbers(t, s, "SELECT count(*) FROM "+table); n[0] == 0 || n[0]%2 != 0 {
			t.Errorf("%s has %d rows of two threads", table, n[0])
		}
	}
	for _, id := range []string{"t0", "t2"} {
		if err := s.DeleteThread(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"threads", "namespaces", "checkpoints", "writes", "blobs"} {
		if n := numbers(t, s, "SELECT count(*) FROM "+table); n[0] != 0 {
			t.Errorf("%s has %d rows left", table, n[0])
		}
	}
	if err := s.Vacuum(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := numbers(t, s, "PRAGMA freelist_count"); n[0] != 0 {
		t.Errorf("%d free pages are left", n[0])
	}
	wantSound(t, s)
}

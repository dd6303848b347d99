package sqlite

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// A brief read leaves out the large values of the state, and nothing else.
func TestBrief(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	large := `"` + strings.Repeat("x", 5000) + `"`
	cp := &checkpoint.Checkpoint{ID: new(checkpoint.IDs).NewAfter(0, "")}
	for _, v := range [][2]string{{"small", `"x"`}, {"large", large}, {"tasks", large}} {
		cp.Versions = append(cp.Versions, checkpoint.Version{Channel: v[0], N: 1})
		cp.Values = append(cp.Values, checkpoint.Value{Channel: v[0], Version: 1, Blob: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(v[1])}})
	}
	key := checkpoint.Key{ThreadID: "t", ID: cp.ID}
	write := checkpoint.PendingWrite{TaskID: checkpoint.NullTaskID, Channel: "large", Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(large)}}
	commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Checkpoint: cp})
	commitAll(t, s, checkpoint.Batch{Key: key, Writes: []checkpoint.TaskWrites{{TaskID: write.TaskID, Writes: []checkpoint.PendingWrite{write}}}})
	ctx := checkpoint.Brief(t.Context(), func(channel string) bool { return channel != "tasks" })
	_, standing, err := s.Standing(ctx, "t")
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Get(ctx, key)
	if err != nil {
		t.Fatal(err)
	}
	for _, tuple := range []*checkpoint.Tuple{got, standing} {
		values := map[string]string{}
		for _, v := range tuple.Checkpoint.Values {
			values[v.Channel] = string(v.Blob.Data)
		}
		if values["small"] != `"x"` || values["large"] != "null" || values["tasks"] != large || len(tuple.Writes) != 1 || len(tuple.Writes[0].Value.Data) != len(large) {
			t.Errorf("%.100v, %d writes", values, len(tuple.Writes))
		}
	}
	if tuple, err := s.Get(t.Context(), key); err != nil || len(tuple.Checkpoint.Values[1].Blob.Data) != len(large) {
		t.Errorf("a read that is not brief: %v", err)
	}
	values, writes, err := s.StateBytes(t.Context(), key)
	if err != nil || values != int64(2*len(large)+3) || writes != int64(len(large)) {
		t.Errorf("%d and %d bytes, %v", values, writes, err)
	}
}

// A brief list leaves out large questions, stored or quoted, and nothing else. Their size is known without them.
func TestBriefThreads(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	blob := func(n int) checkpoint.Blob {
		return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`"` + strings.Repeat("x", n) + `"`)}
	}
	commit := func(id string, values ...checkpoint.Blob) {
		cp := &checkpoint.Checkpoint{ID: new(checkpoint.IDs).NewAfter(0, ""), Versions: []checkpoint.Version{{Channel: "c", N: 1}}, Values: []checkpoint.Value{{Channel: "c", Version: 1, Blob: blob(400)}}}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: id}, Checkpoint: cp})
		update := &checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted}
		for i, value := range values {
			update.Interrupts = append(update.Interrupts, checkpoint.ThreadInterrupt{ID: fmt.Sprintf("%08x", i), Node: "n", Value: value})
		}
		commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: id, ID: cp.ID}, Writes: []checkpoint.TaskWrites{{TaskID: checkpoint.NullTaskID, Writes: []checkpoint.PendingWrite{{TaskID: checkpoint.NullTaskID, Channel: "c", Value: blob(1)}}}}, Thread: update})
	}
	commit("none")
	commit("small", blob(10), blob(20))
	commit("large", blob(100_000), blob(1))
	commit("several", blob(40_000), blob(40_000))
	commit("quoted", slices.Repeat([]checkpoint.Blob{blob(400)}, 300)...)
	sizes := map[string]int64{"none": 0, "small": 34, "large": 100_005, "several": 80_004, "quoted": 120_600, "unknown": 0}
	for id, want := range sizes {
		got, err := s.ThreadBytes(t.Context(), id)
		if err != nil || got < want || got > want+100 {
			t.Errorf("%s: the questions have %d bytes, want about %d (%v)", id, got, want, err)
		}
	}
	for _, brief := range []bool{true, false} {
		n := 0
		for thread, err := range s.EachThread(t.Context(), ThreadFilter{Brief: brief}) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			unread := brief && sizes[thread.ID] > briefBytes
			asked := thread.ID != "none" && !unread
			if thread.Unread != unread || len(thread.Interrupts) > 1 != asked || thread.Status != checkpoint.StatusInterrupted {
				t.Errorf("brief %v: %s has %d questions, unread %v", brief, thread.ID, len(thread.Interrupts), thread.Unread)
			}
		}
		if n != 5 {
			t.Errorf("%d threads", n)
		}
	}
}

// A large question is a value of its own, which is deleted when it is answered, and not before.
func TestLargeQuestions(t *testing.T) {
	t.Parallel()
	s := openAt(t, filepath.Join(t.TempDir(), "t.db"))
	l := looper{thread: "t"}
	commitAll(t, s, l.next())
	commitAll(t, s, l.next())
	ask := func(values ...string) {
		t.Helper()
		update := checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted}
		for i, value := range values {
			update.Interrupts = append(update.Interrupts, checkpoint.ThreadInterrupt{ID: fmt.Sprintf("%08x", i), Node: "n", Value: jsonf("%q", value)})
		}
		setStatus(t, s, "t", update)
		for i, in := range mustThread(t, s, "t").Interrupts {
			if string(in.Value.Data) != string(update.Interrupts[i].Value.Data) {
				t.Errorf("question %d has %d bytes", i, len(in.Value.Data))
			}
		}
		for finding, err := range s.Doctor(t.Context()) {
			if err != nil || strings.Contains(fmt.Sprint(finding), "large values") {
				t.Errorf("%+v, %v", finding, err)
			}
		}
	}
	large := func(of string) string { return strings.Repeat(of, maxWithThread) }
	stored := func(want int64) {
		t.Helper()
		if n := numbers(t, s, "SELECT count(*) FROM blobs")[0]; n != want {
			t.Errorf("%d large values, want %d", n, want)
		}
	}
	ask(large("a"), "small", large("b"))
	stored(2)
	if n := numbers(t, s, "SELECT length(interrupts) FROM threads")[0]; n > 200 {
		t.Errorf("the row of the thread has %d bytes", n)
	}
	if n, err := s.ThreadBytes(t.Context(), "t"); err != nil || n < 2*maxWithThread || n > 2*maxWithThread+200 {
		t.Errorf("the questions have %d bytes, %v", n, err)
	}
	for thread, err := range s.EachThread(t.Context(), ThreadFilter{Brief: true}) {
		if err != nil || !thread.Unread {
			t.Errorf("a brief list has the questions, %v", err)
		}
	}
	if _, err := s.PruneCheckpoints(t.Context(), "t", 1); err != nil {
		t.Fatal(err)
	}
	if got := mustThread(t, s, "t").Interrupts; len(got) != 3 || len(got[2].Value.Data) != maxWithThread+2 {
		t.Errorf("%d questions are left", len(got))
	}
	ask(large("c"))
	stored(1)
	ask()
	stored(0)
}

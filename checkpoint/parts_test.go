package checkpoint_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// TestPruneMemory checks how many checkpoints of a thread remain, and which threads there are.
func TestPruneMemory(t *testing.T) {
	t.Parallel()
	saver := &checkpoint.MemorySaver{}
	ids := &checkpoint.IDs{}
	last := ""
	for step := range 5 {
		id := ids.New(step)
		err := saver.Commit(t.Context(), checkpoint.Batch{
			Key:        checkpoint.Key{ThreadID: "t", ID: last},
			Checkpoint: &checkpoint.Checkpoint{ID: id},
		})
		if err != nil {
			t.Fatal(err)
		}
		last = id
	}
	for _, want := range []struct {
		retain  int
		dry     bool
		removed int64
	}{{2, true, 3}, {2, false, 3}, {2, false, 0}} {
		if n, err := saver.Prune(t.Context(), "t", want.retain, want.dry); n != want.removed || err != nil {
			t.Errorf("%+v: %d were removed, %v", want, n, err)
		}
	}
	if _, err := saver.Prune(t.Context(), "", 1, false); !errors.Is(err, checkpoint.ErrNoThread) {
		t.Errorf("a thread without an id: %v", err)
	}
	if _, err := saver.Prune(t.Context(), "t", 0, false); err == nil {
		t.Error("all checkpoints were removed")
	}
	if n, err := saver.Prune(t.Context(), "none", 1, false); n != 0 || err != nil {
		t.Errorf("of no thread %d were removed, %v", n, err)
	}
	if all, err := saver.ThreadIDs(t.Context()); err != nil || !slices.Equal(all, []string{"t"}) {
		t.Errorf("the threads are %v, %v", all, err)
	}
}

// TestCondition checks when a batch that expects an answer is stored.
func TestCondition(t *testing.T) {
	t.Parallel()
	answer := checkpoint.Blob{Type: "json", Data: []byte("true")}
	writes := []checkpoint.PendingWrite{
		{TaskID: "task", Channel: checkpoint.ChannelResume, Value: checkpoint.Blob{Type: "json", Data: []byte("1")}},
		{TaskID: checkpoint.NullTaskID, Channel: checkpoint.ChannelResume, Value: answer},
	}
	key := checkpoint.Key{ThreadID: "t", ID: "1"}
	for _, c := range []struct {
		answer checkpoint.Blob
		newest string
		writes []checkpoint.PendingWrite
		holds  bool
	}{
		{answer, "1", writes, true}, {answer, "2", writes, false}, {checkpoint.Blob{}, "1", writes, false}, {checkpoint.Blob{}, "1", writes[:1], true},
		{checkpoint.Blob{Type: "bytes", Data: answer.Data}, "1", writes, false},
	} {
		if got := (&checkpoint.Condition{Answer: c.answer}).Holds(key, c.newest, c.writes); got != c.holds {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// TestOutages tells errors of a saver that pass from others.
func TestOutages(t *testing.T) {
	t.Parallel()
	for _, err := range []error{checkpoint.ErrSync, checkpoint.ErrLocked, checkpoint.ErrReplaced, checkpoint.ErrUnwritable} {
		if !checkpoint.IsOutage(fmt.Errorf("commit: %w", err)) {
			t.Errorf("%v is no outage", err)
		}
	}
	for _, err := range []error{nil, checkpoint.ErrNoThread, checkpoint.ErrConflict} {
		if checkpoint.IsOutage(err) {
			t.Errorf("%v is an outage", err)
		}
	}
}

// TestSideTaskIDs checks that the ids under which more is stored of a task differ, and stay the same.
func TestSideTaskIDs(t *testing.T) {
	t.Parallel()
	task := checkpoint.NullTaskID
	seen := map[string]bool{task: true}
	for _, channel := range []string{checkpoint.ChannelAsked, checkpoint.ChannelEffects} {
		if !checkpoint.IsSide(channel) {
			t.Errorf("%s is none of those channels", channel)
		}
		for n := range 3 {
			id := checkpoint.SideTaskID(task, channel, n)
			if _, ok := checkpoint.ParseUUID(id); !ok || seen[id] || id != checkpoint.SideTaskID(task, channel, n) {
				t.Errorf("%s %d: %s", channel, n, id)
			}
			seen[id] = true
		}
	}
	if checkpoint.IsSide(checkpoint.ChannelResume) {
		t.Error("answers are written under another id")
	}
}

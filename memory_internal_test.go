// This file tests the store in memory as a saver.

package hitlrun

import (
	"errors"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/savertest"
)

func TestMemorySaver(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver {
		s, err := Open(":memory:", Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s.saver
	})
}

// What is in memory and what are rows belongs together.
func TestMemorySaverRows(t *testing.T) {
	s, err := Open(":memory:", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := t.Context()
	b := checkpoint.Batch{
		Key:        checkpoint.Key{ThreadID: "t"},
		Checkpoint: &checkpoint.Checkpoint{ID: "1"},
		Thread:     &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone},
		Audit:      &checkpoint.Audit{By: "ann", Events: []checkpoint.Event{{Kind: checkpoint.EventStart}}},
	}
	if err := s.saver.Commit(ctx, b); err != nil {
		t.Fatal(err)
	}
	if res, err := s.State(ctx, "t"); err != nil || res.Status != StatusDone {
		t.Errorf("the thread is %+v, %v, want it done", res, err)
	}
	b.If = &checkpoint.Condition{Answer: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("1")}}
	if err := s.saver.Commit(ctx, b); !errors.Is(err, checkpoint.ErrConflict) {
		t.Errorf("a batch whose condition does not hold: %v, want ErrConflict", err)
	}
	if list, err := s.db.Audit(ctx, checkpoint.AuditFilter{}); err != nil || len(list) != 1 {
		t.Errorf("%d audit entries, %v, want one: the refused batch has none", len(list), err)
	}
	bad := checkpoint.Batch{Key: b.Key, Checkpoint: &checkpoint.Checkpoint{ID: "2"}, Thread: &checkpoint.ThreadUpdate{Status: "odd"}}
	if err := s.saver.Commit(ctx, bad); err == nil {
		t.Error("a thread has a status that there is not")
	}
	if tuple, err := s.saver.Get(ctx, b.Key); err != nil || tuple.Key.ID != "1" {
		t.Errorf("the newest checkpoint is %+v, %v, want that of the batch before the one that failed", tuple, err)
	}
	if err := s.Delete(ctx, "t"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.saver.Get(ctx, b.Key); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("a checkpoint of a deleted thread: %v, want ErrNotFound", err)
	}
	if list, err := s.Threads(ctx, ThreadFilter{}); err != nil || len(list) != 0 {
		t.Errorf("%d threads, %v, want none", len(list), err)
	}
}

// This file tests when a run commits and syncs, with a saver that records the order.

package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// recorder is a saver that can store several batches at once and sync them.
type recorder struct {
	*checkpoint.MemorySaver

	mu          sync.Mutex
	log         []string
	all, synced error         // what CommitAll of several batches, and Sync return
	committed   chan struct{} // receives something after each CommitAll
}

func newRecorder() *recorder {
	return &recorder{MemorySaver: &checkpoint.MemorySaver{}, committed: make(chan struct{}, 100)}
}

func (s *recorder) record(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, what)
}

func (s *recorder) Commit(ctx context.Context, b checkpoint.Batch) error {
	s.record("commit")
	return s.MemorySaver.Commit(ctx, b)
}

func (s *recorder) CommitAll(ctx context.Context, batches []checkpoint.Batch) error {
	s.record(fmt.Sprint("commit ", len(batches)))
	if s.all != nil && len(batches) > 1 {
		return s.all
	}
	for _, b := range batches {
		if err := s.MemorySaver.Commit(ctx, b); err != nil {
			return err
		}
	}
	s.committed <- struct{}{}
	return nil
}

func (s *recorder) Sync(context.Context) error {
	s.record("sync")
	return s.synced
}

// chain is a graph of four nodes; third is the function of the third one.
func chain(t *testing.T, third nodeFunc) *runtime.Graph {
	t.Helper()
	return compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes:    []runtime.NodeSpec{{Name: "a", Func: says("a")}, {Name: "b", Func: says("b")}, {Name: "c", Func: third}, {Name: "d", Func: says("d")}},
		Edges:    []runtime.Edge{edge("__start__", "a"), edge("a", "b"), edge("b", "c"), edge("c", "d")},
	})
}

func TestLedgerDefers(t *testing.T) {
	t.Parallel()
	s, l := newRecorder(), &runtime.Ledger{MaxDefer: time.Hour}
	res := invoke(chain(t, says("c")), state{"log": []any{}}, nil, runtime.Options{Saver: s, ThreadID: "t", Ledger: l})
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	if slices.Contains(s.log, "sync") || len(s.log) > 3 {
		t.Errorf("before the barrier: %q, want fewer commits than supersteps, and no sync", s.log)
	}
	if err := l.Barrier(); err != nil {
		t.Error(err)
	}
	if s.log[len(s.log)-1] != "sync" || strings.Count(strings.Join(s.log, " "), "sync") != 1 {
		t.Errorf("after the barrier: %q, want one sync at the end", s.log)
	}
	at := len(s.log)
	if err := l.Barrier(); err != nil || len(s.log) != at {
		t.Errorf("another barrier: %q, %v", s.log[at:], err)
	}
	if tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); err != nil || tuple.Checkpoint.Metadata.Step != 4 {
		t.Errorf("the saver has %+v, %v", tuple, err)
	}
}

// TestLedgerDefersForATime waits in a node until what came before it is committed, which nobody asked for.
func TestLedgerDefersForATime(t *testing.T) {
	t.Parallel()
	s := newRecorder()
	third := nodeFunc(func(*runtime.Task, state) (any, error) {
		select {
		case <-s.committed:
			return state{"log": []any{"c"}}, nil
		case <-time.After(time.Minute):
			return nil, errors.New("nothing was committed")
		}
	})
	if res := invoke(chain(t, third), state{"log": []any{}}, nil, runtime.Options{Saver: s, ThreadID: "t", Ledger: &runtime.Ledger{MaxDefer: time.Millisecond}}); res.Err != nil {
		t.Error(res.Err)
	}
}

func TestLedgerFails(t *testing.T) {
	t.Parallel()
	run := func(s *recorder, l *runtime.Ledger) runtime.Result {
		return invoke(chain(t, says("c")), state{"log": []any{}}, nil, runtime.Options{Saver: s, ThreadID: "t", Ledger: l})
	}
	t.Run("together", func(t *testing.T) {
		t.Parallel()
		s, l := newRecorder(), &runtime.Ledger{MaxDefer: time.Hour}
		s.all = errors.New("one of them is wrong")
		if res := run(s, l); res.Err != nil { // one by one they can be stored
			t.Error(res.Err)
		}
		if tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); err != nil || tuple.Checkpoint.Metadata.Step != 4 {
			t.Errorf("the saver has %+v, %v", tuple, err)
		}
	})
	t.Run("locked", func(t *testing.T) {
		t.Parallel()
		s, l := newRecorder(), &runtime.Ledger{MaxDefer: time.Hour}
		s.all = checkpoint.ErrLocked
		res := run(s, l)
		if !errors.Is(res.Err, checkpoint.ErrLocked) { // nothing is tried one by one
			t.Errorf("%+v", res)
		}
		if commits := slices.DeleteFunc(slices.Clone(s.log), func(what string) bool { return what != "commit 1" }); len(commits) != 0 {
			t.Errorf("commits after the outage: %q", s.log)
		}
	})
	t.Run("sync", func(t *testing.T) {
		t.Parallel()
		s, l := newRecorder(), &runtime.Ledger{MaxDefer: time.Hour}
		s.synced = checkpoint.ErrSync
		if res := run(s, l); res.Err != nil {
			t.Fatal(res.Err)
		}
		for range 2 { // it is final
			if err := l.Barrier(); !errors.Is(err, checkpoint.ErrSync) || !strings.Contains(err.Error(), "survive a power cut") || l.Err() == nil {
				t.Errorf("the barrier: %v", err)
			}
			s.synced = nil
		}
		if res := invoke(chain(t, says("c")), state{"log": []any{}}, nil, runtime.Options{Saver: s, ThreadID: "other", Ledger: l}); !errors.Is(res.Err, checkpoint.ErrSync) {
			t.Errorf("a run after it: %+v", res)
		}
	})
}

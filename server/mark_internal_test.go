package server

import (
	"context"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// withThread returns a server without graphs, of a store with a thread that has not run.
func withThread(t *testing.T) *Server {
	t.Helper()
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if err := store.Write(t.Context(), &hitlrun.Change{Threads: []hitlrun.NewThread{{ID: "thread"}}}); err != nil {
		t.Fatal(err)
	}
	s, err := New(store, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	return s
}

// A run that is cancelled while it begins has a mark of where its thread stood: without one, a rollback would put the thread back
// by a fork, which also undoes what others have done since.
func TestMarkOfACancelledRun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := &job{rec: &record{ID: "run", ThreadID: "thread"}}
	withThread(t).markBefore(ctx, j)
	if j.mark == nil {
		t.Error("the run has no mark")
	}
}

// A run that is cancelled when its turn has come, but before it has done anything, has nothing to put back.
func TestRollbackBeforeTheRunBegins(t *testing.T) {
	t.Parallel()
	for name, cancel := range map[string]func(s *Server, j *job) error{
		"through this server": func(_ *Server, j *job) error {
			j.rollback = true
			j.cancel(&hitlrun.CancelError{ThreadID: "thread"})
			return nil
		},
		"through a server that has ended": func(s *Server, j *job) error {
			j.from = s.base
			return s.requestCancel(s.base, j.rec, "", true)
		},
	} {
		s := withThread(t)
		j := &job{rec: &record{ID: "run", ThreadID: "thread", Status: statusPending}, from: t.Context()}
		s.bindContext(j)
		if err := cancel(s, j); err != nil {
			t.Fatal(err)
		}
		s.concludes(j, s.do(j))
		if j.failed != nil || j.end.status != statusInterrupted || !j.rec.RolledBack {
			t.Errorf("%s: the run ends as %+v (%v), and it is rolled back: %t", name, j.end, j.failed, j.rec.RolledBack)
		}
	}
}

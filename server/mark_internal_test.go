package server

import (
	"context"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// A run that is cancelled while it begins has a mark of where its thread stood: without one, a rollback would put the thread back
// by a fork, which also undoes what others have done since.
func TestMarkOfACancelledRun(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.Write(t.Context(), &hitlrun.Change{Threads: []hitlrun.NewThread{{ID: "thread"}}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := &job{rec: &record{ID: "run", ThreadID: "thread"}}
	(&Server{store: store}).markBefore(ctx, j)
	if j.mark == nil {
		t.Error("the run has no mark")
	}
}

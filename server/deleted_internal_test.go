package server

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
)

// A run that another server executes can end, and be deleted with its thread, while this server cancels it: a client that cancels it
// learns that there is no such run, and one that makes way for its own run goes on.
func TestCancelOfARunThatIsDeleted(t *testing.T) {
	t.Parallel()
	s := withThread(t)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
	gone := &record{ID: "gone", ThreadID: "thread", Status: statusRunning}
	for _, rollback := range []bool{false, true} {
		err := s.cancel(r, gone, rollback, true)
		if status, _ := statusOf(err); status != http.StatusNotFound {
			t.Errorf("a run that is gone: %d %v", status, err)
		}
	}
	err := s.cancel(r, &record{ID: "gone", ThreadID: "deleted", Status: statusRunning}, true, true)
	if status, _ := statusOf(err); status != http.StatusNotFound {
		t.Errorf("a run whose thread is gone: %d %v", status, err)
	}
	s.queue.threads = map[string]*threadQueue{"thread": {jobs: []*job{{rec: gone, cancel: func(error) {}}}}} // another server has it
	for _, strategy := range []string{"interrupt", "rollback"} {
		rec := &record{ID: "new", ThreadID: "thread", Request: runCreate{Multitask: strategy}}
		if err := s.makeWay(t.Context(), rec, nil, nil); err != nil {
			t.Errorf("the strategy %s: %v", strategy, err)
		}
	}
	answer := &record{ID: "new", ThreadID: "thread", Answers: map[string]json.RawMessage{"question": []byte("1")}}
	if same, err := s.rival(t.Context(), answer, []delayedRun{{ID: "gone", Answers: []string{"question"}}}); same != nil || err != nil {
		t.Errorf("an answer beside a delayed one that is gone: %v %v", same, err)
	}
}

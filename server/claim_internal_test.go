package server

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// A server that waits for the claim of a run, for example of a delayed one that it has just put into the queue, can find the same run as
// one that nobody executes. It executes it then, and does not wait for itself; a run that was behind it stays behind it.
func TestARunIsFoundWhileItsClaimIsAwaited(t *testing.T) {
	t.Parallel()
	s := withThread(t)
	script, err := hitlrun.LoadSource("flow.ts", []byte(`
		import { StateGraph, START, Annotation } from "@langchain/langgraph";
		const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
		export const agent = new StateGraph(State).addNode("n", () => ({})).addEdge(START, "n").compile();`), hitlrun.ScriptOptions{})
	if err == nil {
		err = s.SetGraphs([]Graph{{ID: "agent", Script: script}})
	}
	if err != nil {
		t.Fatal(err)
	}
	queued := func(id string, claimed bool) *job {
		rec := &record{ID: id, ThreadID: "thread", GraphID: "agent", AssistantID: assistantID("agent"), Status: statusPending,
			Request: runCreate{Input: json.RawMessage(`{"log":["` + id + `"]}`)}}
		if err := s.store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{rec.document()}}); err != nil {
			t.Fatal(err)
		}
		j := &job{rec: rec}
		if claimed {
			var ok bool
			if j.release, ok = s.own(t.Context(), runKind, id); !ok {
				t.Fatal("the run is claimed by another")
			}
		}
		return j
	}
	found := queued("first", true)
	var jobs []*job
	for _, j := range []*job{queued("first", false), queued("second", true), found} {
		if j, err = s.add(j); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, j)
	}
	deadline := time.After(20 * time.Second)
	for _, j := range jobs {
		select {
		case <-j.done:
		case <-deadline:
			s.stop(errDraining) // otherwise the server does not end
			t.Fatalf("the run %s has not ended after 20 s", j.rec.ID)
		}
	}
	st, err := s.store.State(t.Context(), "thread")
	if err != nil || string(st.Values) != `{"log":["first","second"]}` {
		t.Errorf("the state is %s (%v)", st.Values, err)
	}
	if len(s.queue.of("thread")) > 0 || s.queue.job("first") != nil {
		t.Error("the queue is not empty")
	}
}

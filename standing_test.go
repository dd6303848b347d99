// This file tests that what is read of a thread is of one instant.

package hitlrun_test

import (
	"encoding/json"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// TestStateOfOneInstant reads a thread while it is answered: its question always is the one that its state leads to.
func TestStateOfOneInstant(t *testing.T) {
	t.Parallel()
	for _, path := range []string{":memory:", filepath.Join(t.TempDir(), "test.db")} {
		store, err := hitlrun.Open(path, hitlrun.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		script, err := hitlrun.LoadSource("flow.ts", []byte(`
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation<number> });
export const graph = new StateGraph(State).addNode("ask", (s) => { interrupt(s.n); return { n: s.n + 1 }; })
  .addEdge(START, "ask").addEdge("ask", "ask").compile();
`), hitlrun.ScriptOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer script.Close()
		ctx := t.Context()
		if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"n":0}`)}); err != nil {
			t.Fatal(err)
		}
		var done atomic.Bool
		ended := make(chan error)
		go func() {
			var err error
			for i := 0; i < 150 && err == nil; i++ {
				_, err = store.Resume(ctx, "t", hitlrun.Answer{Value: []byte("1"), Script: script})
			}
			done.Store(true)
			ended <- err
		}()
		reads := 0
		for !done.Load() {
			res, err := store.State(ctx, "t")
			if err != nil {
				t.Fatal(err)
			}
			var state struct{ N int }
			if err := json.Unmarshal(res.Values, &state); err != nil {
				t.Fatal(err)
			}
			var asked int
			if len(res.Interrupts) == 1 {
				if err := json.Unmarshal(res.Interrupts[0].Value, &asked); err != nil {
					t.Fatal(err)
				}
				if reads++; asked != state.N {
					t.Fatalf("%s: n is %d, and the question is of %d", path, state.N, asked)
				}
			}
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if reads == 0 {
			t.Error("nothing was read")
		}
	}
}

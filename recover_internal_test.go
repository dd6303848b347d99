// This file tests that a lost thread is resumed by only one of those who found it.

package hitlrun

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// TestRecoverLate recovers a thread that someone else has resumed since it was found to be lost.
func TestRecoverLate(t *testing.T) {
	t.Parallel()
	calls := 0
	source := `
import { StateGraph, Annotation, START, END } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ fail: Annotation<boolean>() }))
  .addNode("work", async (s) => { await functions.call(); if (s.fail) throw new Error("no"); return {}; })
  .addNode("stop", () => ({}))
  .addEdge(START, "work").addEdge("work", "stop").addEdge("stop", END).compile({ interruptBefore: ["stop"] });
`
	functions := map[string]Function{"call": Func(func(context.Context, any) (any, error) { calls++; return nil, nil })}
	script, err := LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(source), ScriptOptions{Functions: functions})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(filepath.Join(t.TempDir(), "test.db"), Options{Script: ScriptOptions{Functions: functions}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for id, input := range map[string]string{"failed": `{"fail":true}`, "stopped": `{}`} {
		if _, err := s.Start(t.Context(), script, Start{ThreadID: id, Input: []byte(input)}); (err != nil) != (id == "failed") {
			t.Fatal(err)
		}
		if _, err := s.Resume(t.Context(), id, Answer{recovers: true}); !errors.Is(err, errNotLost) {
			t.Errorf("a thread that %s: %v, want errNotLost", id, err)
		}
	}
	if calls != 2 {
		t.Errorf("the node was called %d times, want once for each thread", calls)
	}
	// A thread without a checkpoint cannot be resumed, a lost thread can.
	failed, err := s.thread(t.Context(), "failed")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.SetThreadScript(t.Context(), "unbegun", failed.Script, nil); err != nil {
		t.Fatal(err)
	}
	update := &checkpoint.ThreadUpdate{Status: checkpoint.StatusRunning}
	if err := s.saver.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: "failed"}, Thread: update}); err != nil {
		t.Fatal(err)
	}
	recovered, err := s.Recover(t.Context(), Sweep{})
	if err != nil || len(recovered) != 2 {
		t.Fatalf("%+v, %v", recovered, err)
	}
	for _, one := range recovered {
		if !one.Recovered || errors.Is(one.Err, ErrNoThread) != (one.ThreadID == "unbegun") || one.Err == nil {
			t.Errorf("%+v", one)
		}
	}
	if calls != 3 {
		t.Errorf("the node was called %d times, want one more", calls)
	}
	if recovered, err := s.Recover(t.Context(), Sweep{Limit: 1}); err != nil || len(recovered) != 1 || recovered[0].ThreadID != "unbegun" {
		t.Errorf("%+v, %v", recovered, err)
	}
}

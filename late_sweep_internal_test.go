// This file tests sweeps that come late: someone has answered since they looked.

package hitlrun

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const expires = `
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { interrupt } from "hitlrun";
const State = Annotation.Root({ a: Annotation<string>, b: Annotation<string> });
export const graph = new StateGraph(State)
  .addNode("ask", () => ({ a: interrupt("a?", { timeout: 1, onTimeout: "late" }) }))
  .addNode("then", (s) => {
    if (s.a == "fail") throw new Error("as it was asked to");
    return s.a == "on" ? { b: interrupt("b?") } : {};
  })
  .addEdge(START, "ask").addEdge("ask", "then").addEdge("then", END).compile();
`

// awaitDeadlines waits until the deadlines of all interrupts have passed.
func awaitDeadlines(all []Interrupt) {
	for _, in := range all {
		if in.Deadline != nil {
			time.Sleep(time.Until(*in.Deadline) + time.Millisecond)
		}
	}
}

// TestLateSweep applies a deadline that has passed to a thread whose question was answered since: nothing happens.
func TestLateSweep(t *testing.T) {
	t.Parallel()
	script, err := LoadSource("flow.ts", []byte(expires), ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	for _, path := range []string{":memory:", filepath.Join(t.TempDir(), "test.db")} {
		store, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		for answer, want := range map[string]Status{"done": StatusDone, "on": StatusInterrupted, "fail": StatusError, "given up": StatusInterrupted} {
			res, err := store.Start(t.Context(), script, Start{ThreadID: answer, Input: []byte("{}")})
			if err != nil {
				t.Fatal(err)
			}
			awaitDeadlines(res.Interrupts)
			late := overdue(res.Interrupts, nil)
			if len(late) != 1 {
				t.Fatalf("%d deadlines have passed, want 1", len(late))
			}
			if answer == "given up" {
				_, err = store.Start(t.Context(), script, Start{ThreadID: answer, Input: []byte("{}"), Discard: true})
			} else {
				_, err = store.Resume(t.Context(), answer, Answer{Value: []byte(`"` + answer + `"`), Script: script})
			}
			if (err != nil) != (answer == "fail") {
				t.Fatal(err)
			}
			before, err := store.State(t.Context(), answer)
			if err != nil || before.Status != want {
				t.Fatalf("the thread is %+v, %v, want it %s", before, err, want)
			}
			if _, err := store.Resume(t.Context(), answer, Answer{TimedOut: late}); !errors.Is(err, ErrNotWaiting) && !errors.Is(err, ErrResolved) {
				t.Errorf("%s: a late sweep: %v", answer, err)
			}
			for name, beside := range map[string]Answer{"a value": {Value: []byte("1")}, "an update": {Update: []byte("{}")}, "a checkpoint": {RunOptions: RunOptions{CheckpointID: "x"}}} {
				beside.TimedOut = late
				if _, err := store.Resume(t.Context(), answer, beside); err == nil || !strings.Contains(err.Error(), "Answer.TimedOut") {
					t.Errorf("%s beside a deadline: %v", name, err)
				}
			}
			after, err := store.State(t.Context(), answer)
			if err != nil || after.Status != before.Status || after.Error != before.Error || len(after.Interrupts) != len(before.Interrupts) || string(after.Values) != string(before.Values) {
				t.Errorf("%s: a late sweep made of %+v\n%+v, %v", answer, before, after, err)
			}
		}
	}
}

// TestLateSweepOfTwo comes late for one of two questions: the other one's deadline is applied.
func TestLateSweepOfTwo(t *testing.T) {
	t.Parallel()
	script, err := LoadSource("flow.ts", []byte(`
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { interrupt } from "hitlrun";
const State = Annotation.Root({ a: Annotation<string>, b: Annotation<string> });
export const graph = new StateGraph(State)
  .addNode("left", () => ({ a: interrupt("a?", { timeout: 1, onTimeout: "late a" }) }))
  .addNode("right", () => ({ b: interrupt("b?", { timeout: 1, onTimeout: "late b" }) }))
  .addEdge(START, "left").addEdge(START, "right").compile();
`), ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	store, err := Open(filepath.Join(t.TempDir(), "test.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	res, err := store.Start(t.Context(), script, Start{ThreadID: "t", Input: []byte("{}")})
	if err != nil {
		t.Fatal(err)
	}
	awaitDeadlines(res.Interrupts)
	late := overdue(res.Interrupts, nil)
	if _, err := store.Resume(t.Context(), "t", Answer{Interrupt: res.Interrupts[0].ID, Value: []byte(`"in time"`), Script: script}); err != nil {
		t.Fatal(err)
	}
	res, err = store.Resume(t.Context(), "t", Answer{TimedOut: late})
	if err != nil || res.Status != StatusDone || string(res.Values) != `{"a":"in time","b":"late b"}` {
		t.Errorf("the thread is %+v, %v", res, err)
	}
}

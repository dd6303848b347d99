// This file tests that what is out of bounds is refused before anything is stored.

package hitlrun_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	const flow = `import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ v: Annotation(), n: Annotation() }))
  .addNode("ask", () => ({ v: interrupt("?") })).addEdge(START, "ask").addEdge("ask", END).compile();`
	deep := json.RawMessage(`{"v":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}`)
	large := json.RawMessage(`{"v":"` + strings.Repeat("x", 100) + `"}`)
	many := json.RawMessage(`{"v":[` + strings.Repeat("{},", 3_000_000) + `1]}`)
	for name, db := range map[string]string{"memory": ":memory:", "file": filepath.Join(t.TempDir(), "store.db")} {
		store := open(t, db)
		script := load(t, flow)
		small := loadWith(t, flow, hitlrun.ScriptOptions{Limits: hitlrun.Limits{InputBytes: 100}})
		for _, tt := range []struct {
			script *hitlrun.Script
			start  hitlrun.Start
			want   string
		}{
			{script, hitlrun.Start{ThreadID: strings.Repeat("é", 513)}, "the id of the thread has 1026 bytes, and at most 1024 are allowed"},
			{script, hitlrun.Start{ThreadID: "a\xff"}, "the id of the thread is not UTF-8"},
			{script, hitlrun.Start{RunOptions: hitlrun.RunOptions{By: "ann\n2 bob"}}, `the name for the audit log (--as) has a control character: "ann\n2 bob"`},
			{script, hitlrun.Start{RunOptions: hitlrun.RunOptions{From: strings.Repeat("x", 2000)}}, "where it comes from (RunOptions.From) has 2000 bytes, and at most 1024 are allowed"},
			{script, hitlrun.Start{Input: deep}, "the input is nested 501 deep, and at most 500 is allowed"},
			{small, hitlrun.Start{Input: large}, "the input has 108 bytes, and at most 100 are allowed (--max-input)"},
			{script, hitlrun.Start{Input: many}, "the input has too many values: they would take about 1258 MiB of memory, and at most 1024 are allowed"},
		} {
			if tt.start.Input == nil {
				tt.start.Input = json.RawMessage(`{}`)
			}
			if _, err := store.Start(t.Context(), tt.script, tt.start); !errors.Is(err, hitlrun.ErrBounds) || err.Error() != tt.want {
				t.Errorf("%s: %v, want %s", name, err, tt.want)
			}
		}
		if list, err := store.Threads(t.Context(), hitlrun.ThreadFilter{}); err != nil || len(list) != 0 {
			t.Errorf("%s: %+v are stored (%v)", name, list, err)
		}
		if _, err := store.Start(t.Context(), small, hitlrun.Start{ThreadID: strings.Repeat("x", 1024), Input: json.RawMessage(`{}`)}); err != nil {
			t.Fatal(err)
		}
		waiting, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: bytes.Replace(deep, []byte("[]"), nil, 1)})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []hitlrun.Answer{
			{Value: deep}, {Value: many}, {Value: large, Script: small}, {Value: json.RawMessage(`1`), Update: deep}, {Value: json.RawMessage(`1`), Goto: deep},
			{Values: map[string]json.RawMessage{waiting.Interrupts[0].ID: deep}}, {Value: json.RawMessage(`1`), RunOptions: hitlrun.RunOptions{Config: deep}},
			{Value: json.RawMessage(`1`), RunOptions: hitlrun.RunOptions{By: "\x1b[2J"}},
		} {
			if _, err := store.Resume(t.Context(), "t", a); !errors.Is(err, hitlrun.ErrBounds) {
				t.Errorf("%s: answer %.30s: %v", name, a.Value, err)
			}
		}
		if _, err := store.Update(t.Context(), "t", hitlrun.Update{Values: deep}); !errors.Is(err, hitlrun.ErrBounds) {
			t.Errorf("%s: an update of the state: %v", name, err)
		}
		if err := store.CreateThread(t.Context(), strings.Repeat("x", 1025), nil); !errors.Is(err, hitlrun.ErrBounds) {
			t.Errorf("%s: a thread with a long id: %v", name, err)
		}
		for what, err := range map[string]error{"delete": store.DeleteBy(t.Context(), "t", "ann\n2 bob", "go"), "cancel": store.Cancel(t.Context(), "t", "ann\n2 bob")} {
			if !errors.Is(err, hitlrun.ErrBounds) {
				t.Errorf("%s: %s by a name of two lines: %v", name, what, err)
			}
		}
		now, err := store.State(t.Context(), "t")
		if err != nil || now.Status != hitlrun.StatusInterrupted || now.Interrupts[0].ID != waiting.Interrupts[0].ID {
			t.Errorf("%s: %+v (%v)", name, now, err)
		}
		if res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: large}); err != nil || res.Status != hitlrun.StatusDone {
			t.Errorf("%s: %+v (%v)", name, res, err)
		}
	}
}

// PayloadBytes bounds the size of a stored value. A larger value is refused with an error, and nothing is stored.
func TestPayloadIsRefused(t *testing.T) {
	t.Parallel()
	const flow = `import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ v: Annotation(), n: Annotation() }))
  .addNode("ask", () => { interrupt("?"); return { v: 1 } }).addEdge(START, "ask").addEdge("ask", END).compile();
export const small = new StateGraph(Annotation.Root({ v: Annotation() })).addNode("end", () => ({ v: 1 })).addEdge(START, "end").compile();`
	text := func(s string, n int) json.RawMessage { return json.RawMessage(`{"v":"` + strings.Repeat(s, n) + `"}`) }
	// What is written as ten letters can be stored as one, and the other way round.
	fits, grows, large := text(`\u0041`, 80), text(`\ud800`, 80), text("x", 200)
	for name, o := range map[string]struct {
		db        string
		isolation hitlrun.Isolation
	}{"memory": {":memory:", hitlrun.InProcess}, "file": {filepath.Join(t.TempDir(), "store.db"), hitlrun.InProcess}, "worker": {filepath.Join(t.TempDir(), "workers.db"), hitlrun.Process}} {
		store := open(t, o.db)
		script := loadWith(t, flow, hitlrun.ScriptOptions{Limits: hitlrun.Limits{PayloadBytes: 100}, Isolation: o.isolation})
		start := func(thread, graph string, input json.RawMessage) error {
			_, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: thread, Graph: graph, Input: input})
			return err
		}
		refused := func(what string, err error, want string) {
			t.Helper()
			if !errors.Is(err, hitlrun.ErrBounds) || err.Error() != want {
				t.Errorf("%s: %s: %v, want %s", name, what, err, want)
			}
		}
		const tooLarge = "the input has at least 208 bytes when it is stored, and at most 100 are allowed (--max-payload)"
		const grew = "the input cannot be stored: channel __start__: a value of 488 bytes is over the limit of 100 bytes (--max-payload)"
		refused("a new thread", start("new", "graph", large), tooLarge)
		refused("a new thread", start("new", "graph", grows), grew)
		if list, err := store.Threads(t.Context(), hitlrun.ThreadFilter{}); err != nil || len(list) != 0 {
			t.Errorf("%s: %+v are stored (%v)", name, list, err)
		}
		if err := start("done", "small", fits); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		refused("a thread that is done", start("done", "small", large), tooLarge)
		refused("a thread that is done", start("done", "small", grows), grew)
		if err := start("waits", "graph", fits); err != nil {
			t.Fatal(err)
		}
		resume := func(a hitlrun.Answer) error {
			_, err := store.Resume(t.Context(), "waits", a)
			return err
		}
		refused("an answer", resume(hitlrun.Answer{Value: large, Script: script}), "the answer has at least 208 bytes when it is stored, and at most 100 are allowed (--max-payload)")
		refused("an update", resume(hitlrun.Answer{Value: json.RawMessage(`1`), Update: large, Script: script}),
			"the update cannot be stored: update of channel v: a value of 202 bytes is over the limit of 100 bytes (--max-payload)")
		for id, want := range map[string]hitlrun.Status{"done": hitlrun.StatusDone, "waits": hitlrun.StatusInterrupted} {
			history, err := store.History(t.Context(), id, 10)
			if now, stateErr := store.State(t.Context(), id); stateErr != nil || err != nil || now.Status != want || len(history) > 3 {
				t.Errorf("%s: thread %s has %d checkpoints and is %+v (%v, %v)", name, id, len(history), now, stateErr, err)
			}
		}
		if err := resume(hitlrun.Answer{Value: json.RawMessage(`1`), Update: fits, Script: script}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

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
			{script, hitlrun.Start{RunOptions: hitlrun.RunOptions{By: "ann\n2 bob"}}, `the name of who does this (--as) has a control character: "ann\n2 bob"`},
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
		now, err := store.State(t.Context(), "t")
		if err != nil || now.Status != hitlrun.StatusInterrupted || now.Interrupts[0].ID != waiting.Interrupts[0].ID {
			t.Errorf("%s: %+v (%v)", name, now, err)
		}
		if res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: large}); err != nil || res.Status != hitlrun.StatusDone {
			t.Errorf("%s: %+v (%v)", name, res, err)
		}
	}
}

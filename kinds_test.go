// This file tests that each kind of graph starts, waits and is resumed in the same way, however it is run.

package hitlrun_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// kinds has the scripts in testdata/kinds. Each exports one graph, and runs it in memory if it is run itself.
var kinds = []struct {
	name, input string
	answers     []hitlrun.Answer
	refused     string // an input that the graph refuses, "" for none
}{
	{"state-graph", `{"topic":"cats"}`, answers(`"yes"`), ``},
	{"state-schema", `{"topic":" cats"}`, []hitlrun.Answer{{Value: json.RawMessage(`"yes"`), Update: json.RawMessage(`{"author":"bob"}`)}}, `{"topic":"dogs "}`},
	{"zod-state", `{"copies":"3"}`, answers(`"yes"`), `{"copies":0}`},
	{"create-agent", `{"messages":[{"role":"user","content":"write to bob"}]}`, answers(`{"decisions":[{"type":"approve"}]}`), ``},
	{"react-agent", `{"messages":[{"role":"user","content":"write to bob"}]}`, answers(`"yes"`), ``},
	{"entrypoint", `"cats"`, answers(`"yes"`), ``},
	{"supervisor", `{"messages":[{"role":"user","content":"a page about cats"}]}`, answers(`"yes"`, `"twice"`), ``},
	{"swarm", `{"messages":[{"role":"user","content":"print a page"}]}`, answers(`"yes"`), ``},
}

func answers(values ...string) []hitlrun.Answer {
	var all []hitlrun.Answer
	for _, v := range values {
		all = append(all, hitlrun.Answer{Value: json.RawMessage(v)})
	}
	return all
}

// shown is what the scripts print of a state.
func shown(t *testing.T, values json.RawMessage) string {
	var list []any
	var state struct {
		Log      []any
		Messages []struct{ Content string }
		Turns    *int
	}
	if json.Unmarshal(values, &list) != nil {
		if err := json.Unmarshal(values, &state); err != nil {
			t.Fatal(err)
		}
		list = state.Log
		for _, m := range state.Messages {
			list = append(list, m.Content)
		}
		if state.Turns != nil {
			list = append(list, *state.Turns)
		}
	}
	b, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestKindsOfGraphs(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", "kinds", kind.name+".ts")
			var out bytes.Buffer
			script, err := hitlrun.Load(file, hitlrun.ScriptOptions{Stdout: &out})
			if err != nil {
				t.Fatal(err)
			}
			if err := script.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := strings.TrimSpace(out.String())
			for _, path := range []string{":memory:", filepath.Join(t.TempDir(), "test.db")} {
				store := open(t, path)
				if kind.refused != "" {
					_, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "refused", Input: json.RawMessage(kind.refused)})
					if err == nil || !strings.HasPrefix(err.Error(), "the graph refuses the input: ") {
						t.Errorf("%s, a wrong input: %v", path, err)
					}
					if _, err := store.State(t.Context(), "refused"); err == nil {
						t.Errorf("%s: a wrong input made a thread", path)
					}
				}
				res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(kind.input)})
				for _, a := range kind.answers {
					if err != nil || res.Status != hitlrun.StatusInterrupted || len(res.Interrupts) != 1 {
						t.Fatalf("%s: got %+v (%v)", path, res, err)
					}
					res, err = store.Resume(t.Context(), "t", a)
				}
				if err != nil || res.Status != hitlrun.StatusDone {
					t.Fatalf("%s: got %+v (%v)", path, res, err)
				}
				if got := shown(t, res.Values); got != want {
					t.Errorf("%s: got %s, want %s", path, got, want)
				}
			}
		})
	}
}

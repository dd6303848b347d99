// This file tests that RollBack undoes a run of each kind of graph in each kind of store.

package hitlrun_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
)

// standing is what a program sees of a thread.
type standing struct {
	Result  *hitlrun.Result
	Next    []string
	History []hitlrun.StateSnapshot
}

func stands(t *testing.T, s *hitlrun.Store, thread string) standing {
	t.Helper()
	res, err := s.State(t.Context(), thread)
	if err != nil {
		t.Fatal(err)
	}
	now, err := s.StateAt(t.Context(), thread, "", "", true)
	if err != nil {
		t.Fatal(err)
	}
	history, err := s.StateHistory(t.Context(), thread, hitlrun.HistoryFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return standing{res, now.Next, history}
}

func TestRollBack(t *testing.T) {
	t.Parallel()
	stores := map[string]func(t *testing.T) (*hitlrun.Store, error){
		"memory": func(*testing.T) (*hitlrun.Store, error) { return hitlrun.Open(":memory:", hitlrun.Options{}) },
		"file": func(t *testing.T) (*hitlrun.Store, error) {
			return hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
		},
		"encrypted": func(t *testing.T) (*hitlrun.Store, error) {
			keys, err := hitlrun.ParseKeys([]byte(strings.Repeat("0f", 32)))
			if err != nil {
				return nil, err
			}
			return hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{Keys: keys})
		},
		"saver of the program": func(*testing.T) (*hitlrun.Store, error) {
			m := &checkpoint.MemorySaver{}
			return hitlrun.New(struct {
				checkpoint.Saver
				checkpoint.Reverter
			}{m, m}, hitlrun.Options{})
		},
	}
	for name, openStore := range stores {
		for _, kind := range kinds {
			t.Run(name+"/"+kind.name, func(t *testing.T) {
				t.Parallel()
				script, err := hitlrun.Load(filepath.Join("testdata", "kinds", kind.name+".ts"), hitlrun.ScriptOptions{})
				if err != nil {
					t.Fatal(err)
				}
				store, err := openStore(t)
				if err != nil {
					t.Fatal(err)
				}
				defer store.Close()
				if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(kind.input), RunOptions: hitlrun.RunOptions{RunID: "first"}}); err != nil {
					t.Fatal(err)
				}
				for i, a := range kind.answers {
					before := stands(t, store, "t")
					mark, err := store.Mark(t.Context(), "t")
					if err != nil {
						t.Fatal(err)
					}
					text, err := json.Marshal(mark)
					if err != nil {
						t.Fatal(err)
					}
					mark = &hitlrun.Mark{}
					if err := json.Unmarshal(text, mark); err != nil {
						t.Fatal(err)
					}
					a.RunID = fmt.Sprint("answer ", i)
					first, err := store.Resume(t.Context(), "t", a)
					if err != nil {
						t.Fatal(err)
					}
					if err := store.RollBack(t.Context(), "t", hitlrun.Rollback{Mark: mark, RunID: "another"}); !errors.Is(err, hitlrun.ErrConflict) {
						t.Errorf("a rollback of another run: %v, want ErrConflict", err)
					}
					for range 2 { // the second one finds nothing to do
						if err := store.RollBack(t.Context(), "t", hitlrun.Rollback{Mark: mark, RunID: a.RunID, By: "bob"}); err != nil {
							t.Fatal(err)
						}
						if after := stands(t, store, "t"); !reflect.DeepEqual(after, before) {
							t.Fatalf("after the rollback the thread is\n%+v\nwas\n%+v", after, before)
						}
					}
					again, err := store.Resume(t.Context(), "t", a)
					if err != nil {
						t.Fatal(err)
					}
					if again.Status != first.Status || len(again.Interrupts) != len(first.Interrupts) {
						t.Errorf("after the rollback the answer gives\n%+v\nbefore it gave\n%+v", again, first)
					}
				}
				rollbacks := 0
				audit, err := store.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: "t"})
				for _, e := range audit {
					for _, ev := range e.Events {
						if ev.Kind == checkpoint.EventRollback && e.By == "bob" && e.From == "go" {
							rollbacks++
						}
					}
				}
				if err != nil || rollbacks != len(kind.answers) {
					t.Errorf("the audit log has %d rollbacks, want %d (%v)", rollbacks, len(kind.answers), err)
				}
			})
		}
	}
}

// A saver that cannot put back a thread says so.
func TestRollBackOfASaverThatCannot(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.New(struct{ checkpoint.Saver }{&checkpoint.MemorySaver{}}, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	script, err := hitlrun.Load(filepath.Join("testdata", "kinds", "state-graph.ts"), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{"topic":"cats"}`)}); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Mark(t.Context(), "t"); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Mark: %v, want ErrUnsupported", err)
	}
}

// A mark has bounded memory: what tasks have written beside a question, also in graphs inside, and the questions count before they are read.
func TestMarkOfALargeThread(t *testing.T) {
	t.Parallel()
	for name, nodes := range map[string]string{
		"small":    `.addNode("a", () => ({ text: "x" })).addNode("b", () => ({ text: interrupt("?") }))`,
		"writes":   `.addNode("a", () => ({ text: "x".repeat(5e6) })).addNode("b", () => ({ text: interrupt("?") }))`,
		"question": `.addNode("a", () => ({ text: "x" })).addNode("b", () => ({ text: interrupt("x".repeat(5e6)) }))`,
		"inside": `.addNode("a", () => ({ text: "x" })).addNode("b", new StateGraph(State)
			.addNode("a", () => ({ text: "x".repeat(5e6) })).addNode("b", () => ({ text: interrupt("?") }))
			.addEdge(START, "a").addEdge(START, "b").compile())`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := loadWith(t, `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ text: Annotation<string>({ reducer: (a, b) => b, default: () => "" }) });
export const graph = new StateGraph(State)`+nodes+`.addEdge(START, "a").addEdge(START, "b").compile();`, hitlrun.ScriptOptions{})
			for _, path := range []string{":memory:", filepath.Join(t.TempDir(), "test.db")} {
				store := open(t, path)
				if res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil || res.Status != hitlrun.StatusInterrupted {
					t.Fatal(res, err)
				}
				mark, err := store.Mark(t.Context(), "t")
				if small := name == "small"; small && (err != nil || mark == nil) || !small && !errors.Is(err, hitlrun.ErrBounds) {
					t.Errorf("the mark: %v", err)
				}
			}
		})
	}
}

package hitlrun_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// statements collects the statements of SQL that a store logs.
type statements struct {
	mu  sync.Mutex
	all []string
}

func (s *statements) Enabled(context.Context, slog.Level) bool { return true }
func (s *statements) WithAttrs([]slog.Attr) slog.Handler       { return s }
func (s *statements) WithGroup(string) slog.Handler            { return s }

func (s *statements) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if r.Message == "statement" && a.Key == "sql" {
			s.mu.Lock()
			s.all = append(s.all, a.Value.String())
			s.mu.Unlock()
		}
		return true
	})
	return nil
}

// An answer costs two reads of the row of its thread until interrupt() returns it, whatever is compared before: what decides about
// the answer, and the condition of the commit. One more is for the state of the thread at the end.
func TestReadsOfTheThreadForAnAnswer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, file := filepath.Join(dir, "t.db"), filepath.Join(dir, "flow.ts")
	if err := os.WriteFile(file, []byte(flow), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(file, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := before.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"to": "Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	before.Close()

	said := &statements{}
	store, err := hitlrun.Open(path, hitlrun.Options{Logger: slog.New(said)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	changed := func(c *hitlrun.ScriptChange) error { return c.Err() }
	res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: []byte(`"yes"`), OnScriptChange: changed})
	if err != nil || res.Status != hitlrun.StatusDone {
		t.Fatal(res, err)
	}
	transaction, reads := "", []string{}
	for _, sql := range said.all {
		switch {
		case strings.HasPrefix(sql, "BEGIN"):
			transaction = sql
		case strings.HasPrefix(sql, "SELECT") && strings.Contains(sql, "FROM threads") && strings.Contains(sql, "ext = ?"):
			columns, _, _ := strings.Cut(strings.TrimPrefix(sql, "SELECT "), " FROM")
			if strings.Contains(columns, "interrupts") {
				columns = "all"
			}
			reads = append(reads, transaction+": "+columns)
		}
	}
	want := []string{"BEGIN: all", "BEGIN IMMEDIATE: id, plain, created, newest", "BEGIN: all"}
	if !slices.Equal(reads, want) {
		t.Errorf("the thread was read %d times:\n%s\nwant\n%s", len(reads), strings.Join(reads, "\n"), strings.Join(want, "\n"))
	}
}

// A VM that runs a thread again has the state that it has written: an answer reads that only for the state at the end.
func TestReusedVMsRememberStates(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		t.Parallel()
		said := &statements{}
		store, err := hitlrun.Open(filepath.Join(t.TempDir(), "t.db"), hitlrun.Options{Logger: slog.New(said)})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		o.Reuse = true
		script := loadWith(t, `import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ long: Annotation(), got: Annotation() });
const ask = ({ long }) => ({ got: [long.length, interrupt("go on?")] });
export const graph = new StateGraph(S).addNode("a", ask).addNode("b", ask).addEdge(START, "a").addEdge("a", "b").compile();`, o)
		const long = 50_000 // stored apart from the checkpoint
		input := []byte(`{"long": "` + strings.Repeat("x", long) + `"}`)
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: input}); err != nil {
			t.Fatal(err)
		}
		before := len(said.all)
		res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: []byte(`"yes"`), Script: script})
		if err != nil || !strings.Contains(string(res.Values), `"got":[50000,"yes"]`) {
			t.Fatal(res, err)
		}
		reads := 0
		for _, sql := range said.all[before:] {
			if strings.Contains(sql, "FROM chain") {
				reads++
			}
		}
		if reads != 1 {
			t.Errorf("the state was read %d times:\n%s", reads, strings.Join(said.all[before:], "\n"))
		}
	})
}

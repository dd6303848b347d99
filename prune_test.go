// This file tests pruning, deleting several threads and copying from Go.

package hitlrun_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

const pruneFlow = `
import { StateGraph, Annotation, interrupt, START, END } from "@langchain/langgraph";
const State = Annotation.Root({ ask: Annotation<boolean>(), answer: Annotation<string>() });
export const graph = new StateGraph(State)
  .addNode("work", (s) => ({ answer: s.ask ? interrupt("Go on?") : "none" }))
  .addEdge(START, "work").addEdge("work", END).compile();
`

// pruned is a store in a file, or in memory, with threads that are done and one that waits.
func pruned(t *testing.T, path string, done ...string) (*hitlrun.Store, *hitlrun.Script) {
	t.Helper()
	s, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	script := pruneScript(t, "")
	for _, id := range done {
		begin(t, s, script, id, false)
	}
	begin(t, s, script, "waits", true)
	return s, script
}

func pruneScript(t *testing.T, more string) *hitlrun.Script {
	t.Helper()
	file := filepath.Join(t.TempDir(), "flow.ts")
	if err := os.WriteFile(file, []byte(pruneFlow+more), 0o666); err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(file, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return script
}

func begin(t *testing.T, s *hitlrun.Store, script *hitlrun.Script, id string, ask bool) {
	t.Helper()
	if _, err := s.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: fmt.Appendf(nil, `{"ask":%t}`, ask)}); err != nil {
		t.Fatal(err)
	}
}

// threadIDs returns the ids of all threads, in order.
func threadIDs(t *testing.T, s *hitlrun.Store) string {
	t.Helper()
	var ids []string
	for thread, err := range s.EachThread(t.Context(), hitlrun.ThreadFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, thread.ID)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

func eachStore(t *testing.T, test func(t *testing.T, path string)) {
	t.Parallel()
	for name, path := range map[string]string{"memory": ":memory:", "file": filepath.Join(t.TempDir(), "test.db")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, path)
		})
	}
}

// TestPruneThreads has a thread change, and another one be run, while threads are pruned.
func TestPruneThreads(t *testing.T) {
	eachStore(t, func(t *testing.T, path string) {
		s, script := pruned(t, path, "a", "b", "c", "busy", "d")
		running := make(chan struct{})
		release := make(chan struct{})
		slow, err := hitlrun.Load(slowScript(t), hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
			"wait": hitlrun.Func(func(context.Context, struct{}) (any, error) { close(running); <-release; return nil, nil }),
		}})
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		var reported []string
		report, err := s.Prune(t.Context(), hitlrun.Prune{OnThread: func(p hitlrun.PrunedThread) {
			reported = append(reported, fmt.Sprint(p.ThreadID, p.Busy))
			if len(reported) == 1 { // d; the others were read already
				begin(t, s, script, "a", true)
				go func() {
					_, err := s.Start(context.Background(), slow, hitlrun.Start{ThreadID: "busy", Input: []byte("{}")})
					ended <- err
				}()
				<-running
			}
		}})
		close(release)
		if err := errors.Join(err, <-ended); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(reported, " "); got != "dfalse busytrue cfalse bfalse" {
			t.Errorf("reported were %s", got)
		}
		if report.Threads != 3 || report.Busy != 1 || report.SizeBefore == 0 || report.SizeAfter == 0 {
			t.Errorf("%+v", report)
		}
		if left := threadIDs(t, s); left != "a busy waits" {
			t.Errorf("left are %s", left)
		}
		if _, err := s.State(t.Context(), "b"); !errors.Is(err, hitlrun.ErrNoThread) {
			t.Errorf("State of a thread that was pruned: %v", err)
		}
		r, err := s.VerifyAudit(t.Context())
		if err != nil || len(r.Problems) > 0 || r.Erased == 0 {
			t.Errorf("VerifyAudit: %+v, %v", r, err)
		}
		// An age, a number, and a dry run.
		for _, o := range []hitlrun.Prune{{OlderThan: time.Hour}, {KeepLast: 1}, {DryRun: true}} {
			if _, err := s.Prune(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			if left := threadIDs(t, s); left != "a busy waits" {
				t.Errorf("%+v: left are %s", o, left)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := s.Prune(ctx, hitlrun.Prune{}); !errors.Is(err, context.Canceled) {
			t.Errorf("Prune with a context that is done: %v", err)
		}
		for _, o := range []hitlrun.Prune{
			{OlderThan: -1}, {KeepLast: -1}, {Checkpoints: true}, {Statuses: []hitlrun.Status{hitlrun.StatusRunning}}, {Statuses: []hitlrun.Status{hitlrun.StatusInterrupted}},
		} {
			if _, err := s.Prune(t.Context(), o); err == nil {
				t.Errorf("Prune %+v: no error", o)
			}
		}
	})
}

func slowScript(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "slow.ts")
	text := `
import { StateGraph, Annotation, START, END } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("work", async () => { await functions.wait(); return { n: 1 }; })
  .addEdge(START, "work").addEdge("work", END).compile();
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestPruneCheckpoints(t *testing.T) {
	eachStore(t, func(t *testing.T, path string) {
		s, _ := pruned(t, path, "a")
		for _, dry := range []bool{true, false, false} {
			want := 2
			if len(history(t, s, "waits")) == 1 {
				want = 0
			}
			var reported []hitlrun.PrunedThread
			report, err := s.Prune(t.Context(), hitlrun.Prune{Checkpoints: true, KeepLast: 1, DryRun: dry, OnThread: func(p hitlrun.PrunedThread) { reported = append(reported, p) }})
			if err != nil {
				t.Fatal(err)
			}
			if report.Threads != want || len(reported) != want || report.Checkpoints != int64(want+want/2) && want > 0 {
				t.Errorf("dry %t: %+v, %+v, want %d threads", dry, report, reported, want)
			}
			if n := len(history(t, s, "waits")); (n == 1) == dry {
				t.Errorf("dry %t: %d checkpoints are left", dry, n)
			}
		}
		res, err := s.Resume(t.Context(), "waits", hitlrun.Answer{Value: []byte(`"yes"`)})
		if err != nil || res.Status != hitlrun.StatusDone || string(res.Values) != `{"ask":true,"answer":"yes"}` {
			t.Errorf("after its checkpoints were pruned: %+v, %v", res, err)
		}
	})
}

func history(t *testing.T, s *hitlrun.Store, id string) []hitlrun.Snapshot {
	t.Helper()
	list, err := s.History(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestPruneNamespaces prunes a thread whose graph runs another one in a node, again and again: of the inner
// runs only those that can be resumed stay.
func TestPruneNamespaces(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "flow.ts")
	text := `
import { StateGraph, Annotation, interrupt, START, END } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation<number>() });
const inner = new StateGraph(State)
  .addNode("add", (s) => ({ n: s.n + 1 })).addNode("ask", (s) => (s.n === 6 ? { n: s.n + interrupt("Go on?") } : {}))
  .addEdge(START, "add").addEdge("add", "ask").addEdge("ask", END).compile();
export const graph = new StateGraph(State).addNode("inner", inner)
  .addEdge(START, "inner").addConditionalEdges("inner", (s) => (s.n < 8 ? "inner" : END), ["inner", END]).compile();
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(file, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"n":0}`)}); err != nil {
		t.Fatal(err)
	}
	report, err := s.Prune(t.Context(), hitlrun.Prune{Checkpoints: true, KeepLast: 3})
	if err != nil || report.Checkpoints < 10 {
		t.Fatalf("%+v, %v", report, err)
	}
	// Nothing is left of the first runs of the inner graph, and the one that asks can be resumed.
	if again, err := s.Prune(t.Context(), hitlrun.Prune{Checkpoints: true, KeepLast: 3, DryRun: true}); err != nil || again.Checkpoints != 0 {
		t.Errorf("%+v, %v", again, err)
	}
	for f, err := range s.Doctor(t.Context()) {
		t.Errorf("Doctor: %+v, %v", f, err)
	}
	res, err := s.Resume(t.Context(), "t", hitlrun.Answer{Value: []byte("1")})
	if err != nil || res.Status != hitlrun.StatusDone || string(res.Values) != `{"n":8}` {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestCompactBesideStarts removes unused scripts while threads with new ones are started.
func TestCompactBesideStarts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s, _ := pruned(t, path)
	other, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		var err error
		for ctx.Err() == nil && err == nil {
			_, _, err = other.Compact(context.Background())
		}
		done <- err
	}()
	script := pruneScript(t, "")
	for i := range 150 {
		id := fmt.Sprint("t", i)
		if _, err := s.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: []byte("{}")}); err != nil {
			t.Fatalf("thread %d: %v", i, err)
		}
		deleted, err := s.DeleteAll(t.Context(), []string{id, "nobody", "waits"}, "eve", "test")
		if err != nil || len(deleted) != 3 || deleted[0].Err != nil || !errors.Is(deleted[1].Err, hitlrun.ErrNoThread) {
			t.Fatalf("DeleteAll: %+v, %v", deleted, err)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestBackupFromGo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, _ := pruned(t, filepath.Join(dir, "test.db"), "a")
	path := filepath.Join(dir, "copy.db")
	size, err := s.Backup(t.Context(), path, false)
	if info, statErr := os.Stat(path); err != nil || statErr != nil || info.Size() != size {
		t.Fatalf("%d, %v, %v", size, err, statErr)
	}
	if _, err := s.Backup(t.Context(), path, false); !errors.Is(err, hitlrun.ErrExists) {
		t.Errorf("Backup to a file that exists: %v", err)
	}
	c, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if res, err := c.Resume(t.Context(), "waits", hitlrun.Answer{Value: []byte(`"yes"`)}); err != nil || res.Status != hitlrun.StatusDone {
		t.Errorf("%+v, %v", res, err)
	}
	m, _ := pruned(t, ":memory:")
	if _, err := m.Backup(t.Context(), filepath.Join(dir, "memory.db"), false); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Backup of a store in memory: %v", err)
	}
}

// This file tests the files that scripts in workers open with SqliteSaver.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// adds invokes a graph whose states are in own.db again and again, and prints how often it has.
const adds = `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
const [folder, thread, most] = process.argv.slice(2);
const graph = new StateGraph(Annotation.Root({ n: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }) }))
  .addNode("add", () => ({ n: 1 })).addEdge(START, "add").compile({ checkpointer: SqliteSaver.fromConnString(folder + "/own.db") });
for (let i = 0; i < +most; i++) console.log((await graph.invoke({ n: 0 }, { configurable: { thread_id: thread } })).n);
`

// addsIn returns the options of the script adds.
func addsIn(dir, thread string, most int) hitlrun.ScriptOptions {
	grant := hitlrun.Grant{List: []string{dir}}
	return hitlrun.ScriptOptions{Args: []string{dir, thread, strconv.Itoa(most)}, Permissions: hitlrun.Permissions{Read: grant, Write: grant}}
}

// countIn returns the state of a thread in own.db.
func countIn(t *testing.T, dir, thread string) int {
	t.Helper()
	s, err := sqlite.Open(filepath.Join(dir, "own.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: thread})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range tuple.Checkpoint.Values {
		if v.Channel == "n" {
			n, err := strconv.Atoi(string(v.Blob.Data))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("thread %s has no n", thread)
	return 0
}

// Workers and this process write to one file at the same time, and to one thread of it one after the other.
func TestFileOfSeveralWorkers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var wg sync.WaitGroup
	for i, isolation := range []hitlrun.Isolation{hitlrun.Process, hitlrun.Process, hitlrun.InProcess} {
		o := addsIn(dir, fmt.Sprint(i), 30)
		o.Isolation, o.By = isolation, fmt.Sprint(i) // scripts of others are in other workers
		script := loadWith(t, adds, o)
		wg.Go(func() {
			if err := script.Run(t.Context()); err != nil {
				t.Errorf("script %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	for i := range 3 {
		if n := countIn(t, dir, fmt.Sprint(i)); n != 30 {
			t.Errorf("thread %d has %d, want 30", i, n)
		}
	}
	last := addsIn(dir, "0", 1)
	if err := loadWith(t, adds, last).Run(t.Context()); err != nil || countIn(t, dir, "0") != 31 {
		t.Errorf("this process does not continue what a worker began: %v", err)
	}
}

// killerOutput kills the worker when it has printed some lines.
type killerOutput struct {
	t       *testing.T
	workers *hitlrun.Workers
	after   int
	last    int
}

func (k *killerOutput) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			k.t.Error(err)
		}
		k.last = n
	}
	if k.last >= k.after {
		for _, pid := range hitlrun.WorkerPIDs(k.workers) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
	}
	return len(p), nil
}

// A worker that is killed has lost nothing that it has reported, and its file can be used.
func TestKilledWorkerLosesNothing(t *testing.T) {
	t.Parallel()
	for _, after := range []int{1, 7, 20} {
		dir := t.TempDir()
		workers := hitlrun.NewWorkers(hitlrun.WorkerOptions{})
		out := &killerOutput{t: t, workers: workers, after: after}
		o := addsIn(dir, "t", 1_000_000)
		o.Isolation, o.Workers, o.Stdout = hitlrun.Process, workers, out
		err := loadWith(t, adds, o).Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), "died") {
			t.Errorf("the run of a worker that was killed: %v", err)
		}
		if n := countIn(t, dir, "t"); out.last < after || n < out.last {
			t.Errorf("the file has %d, and %d were reported", n, out.last)
		}
		if err := workers.Close(); err != nil {
			t.Error(err)
		}
		again := addsIn(dir, "t", 1)
		if err := loadWith(t, adds, again).Run(t.Context()); err != nil {
			t.Errorf("the file of a worker that was killed: %v", err)
		}
	}
}

// A script in a worker opens no store that its host has opened after the run began, under none of its names.
func TestWorkersDoNotOpenStores(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		dir := t.TempDir()
		path := filepath.Join(dir, "threads.db")
		store := open(t, filepath.Join(dir, "other.db"))
		grant := hitlrun.Grant{List: []string{dir}}
		o.Permissions = hitlrun.Permissions{Read: grant, Write: grant}
		o.Functions = map[string]hitlrun.Function{"openStore": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) {
			for _, name := range []string{path, path + ".2"} {
				s, err := hitlrun.Open(name, hitlrun.Options{})
				if err != nil {
					return nil, err
				}
				t.Cleanup(func() { s.Close() })
			}
			return nil, errors.Join(os.Link(path, filepath.Join(dir, "hard.db")), os.Rename(path+".2", filepath.Join(dir, "moved.db")))
		})}
		script := loadWith(t, `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ dir: Annotation<string>(), found: Annotation<string[]>() })).addNode("open", async ({ dir }) => {
  await functions.openStore();
  return { found: ["threads.db", "hard.db", "moved.db", "own.db"].map((name) => { try { SqliteSaver.fromConnString(dir + "/" + name); return "opened"; } catch (e: any) { return e.code; } }) };
}).addEdge(START, "open").compile();`, o)
		res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"dir":"` + dir + `"}`)})
		if err != nil || !strings.Contains(string(res.Values), `["ERR_ACCESS_DENIED","ERR_ACCESS_DENIED","ERR_ACCESS_DENIED","opened"]`) {
			t.Errorf("got %s, %v", res.Values, err)
		}
	})
}

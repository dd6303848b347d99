// This file tests that an answer which the store cannot take at the moment is not used, wherever the script runs.

package hitlrun_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun"
)

// openImpatient opens a new store that does not wait long for a lock. A transaction of other locks it.
func openImpatient(t *testing.T) (store *hitlrun.Store, other *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	store, err := hitlrun.Open(path, hitlrun.Options{BusyTimeout: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	if other, err = sql.Open("sqlite3", path+"?_txlock=immediate"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	return store, other
}

func TestAnswersWhileTheStoreIsLocked(t *testing.T) {
	t.Parallel()
	for name, isolation := range map[string]hitlrun.Isolation{"in process": hitlrun.InProcess, "in a worker": hitlrun.Process} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, other := openImpatient(t)
			script := loadWith(t, counted, hitlrun.ScriptOptions{Isolation: isolation})
			asked, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
			if err != nil {
				t.Fatal(err)
			}
			lock, err := other.Begin()
			if err != nil {
				t.Fatal(err)
			}
			answer := hitlrun.Answer{Value: json.RawMessage(`"yes"`), Interrupt: asked.Interrupts[0].ID}
			if _, err := store.Resume(t.Context(), "t", answer); !hitlrun.IsOutage(err) {
				t.Fatalf("while the store is locked: %v", err)
			}
			if err := lock.Rollback(); err != nil {
				t.Fatal(err)
			}
			if waits, err := store.State(t.Context(), "t"); err != nil || waits.Status != hitlrun.StatusInterrupted || len(waits.Interrupts) != 1 {
				t.Fatalf("after that: %+v, %v", waits, err)
			}
			if done, err := store.Resume(t.Context(), "t", answer); err != nil || done.Status != hitlrun.StatusDone {
				t.Errorf("the same answer again: %+v, %v", done, err)
			}
		})
	}
}

// TestTasksWaitForTheStore locks the store for a second while a task runs: its function is not called again.
func TestTasksWaitForTheStore(t *testing.T) {
	t.Parallel()
	for name, isolation := range map[string]hitlrun.Isolation{"in process": hitlrun.InProcess, "in a worker": hitlrun.Process} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, other := openImpatient(t)
			calls := atomic.Int64{}
			script := loadWith(t, `
import { Annotation, START, StateGraph, task } from "@langchain/langgraph";
import { functions } from "hitlrun";
const pay = task("pay", async () => await functions.pay());
export const graph = new StateGraph(Annotation.Root({ paid: Annotation<number> }))
  .addNode("pay", async () => ({ paid: await pay() })).addEdge(START, "pay").compile();
`, hitlrun.ScriptOptions{Isolation: isolation, Functions: map[string]hitlrun.Function{
				"pay": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) {
					locked, err := other.Begin()
					if err == nil {
						time.AfterFunc(time.Second, func() { _ = locked.Rollback() })
					}
					return calls.Add(1), err
				}),
			}})
			done, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
			if err != nil || string(done.Values) != `{"paid":1}` || calls.Load() != 1 {
				t.Errorf("after %d calls: %+v, %v", calls.Load(), done, err)
			}
		})
	}
}

// TestCommitsWhileTheStoreIsLocked locks the store while a node runs: the commit behind the node fails, and the thread does not.
func TestCommitsWhileTheStoreIsLocked(t *testing.T) {
	t.Parallel()
	for name, isolation := range map[string]hitlrun.Isolation{"in process": hitlrun.InProcess, "in a worker": hitlrun.Process} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, other := openImpatient(t)
			var locked *sql.Tx
			script := loadWith(t, `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ answer: Annotation<string> }))
  .addNode("ask", async () => { const answer = interrupt("go on?"); await functions.lock(); return { answer }; }).addEdge(START, "ask").compile();
`, hitlrun.ScriptOptions{Isolation: isolation, Functions: map[string]hitlrun.Function{
				"lock": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) {
					var err error
					if locked == nil {
						locked, err = other.Begin()
					}
					return nil, err
				}),
			}})
			if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
				t.Fatal(err)
			}
			_, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"yes"`), Script: script})
			if !hitlrun.IsOutage(err) || strings.Count(err.Error(), "is locked") != 1 { // a failure of the thread would have been stored behind it
				t.Errorf("while the store is locked: %v", err)
			}
			if err := locked.Rollback(); err != nil {
				t.Fatal(err)
			}
			if res, err := store.State(t.Context(), "t"); err != nil || res.Status == hitlrun.StatusError {
				t.Errorf("after that: %+v, %v", res, err)
			}
			if done, err := store.Resume(t.Context(), "t", hitlrun.Answer{Script: script}); err != nil || done.Status != hitlrun.StatusDone || string(done.Values) != `{"answer":"yes"}` {
				t.Errorf("resumed: %+v, %v", done, err)
			}
		})
	}
}

// This file tests what a server does with the runs of another one that is gone, while runs of its own wait for their thread.

package server_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A run of one server is under way, and one of another server waits for the thread, when the first server ends. The run that was
// begun goes on before the one that waits.
func TestRunsOfServersThatAreGoneGoFirst(t *testing.T) {
	t.Parallel()
	db, file := filepath.Join(t.TempDir(), "test.db"), filepath.Join(t.TempDir(), "flow.ts")
	if err := os.WriteFile(file, []byte(`
import { StateGraph, Annotation, START } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ name: Annotation<string>(), said: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("begin", ({ name }) => ({ said: ["begin " + name] }))
  .addNode("work", async ({ name }) => { await functions.work(name); return { said: ["end " + name] }; })
  .addEdge(START, "begin").addEdge("begin", "work").compile();
`), 0o600); err != nil {
		t.Fatal(err)
	}
	working, free := make(chan struct{}, 10), make(chan struct{})
	release := sync.OnceFunc(func() { close(free) })
	o := hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"work": hitlrun.RawFunc(func(ctx context.Context, _ []json.RawMessage) (any, error) {
			working <- struct{}{}
			select {
			case <-free:
				return nil, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}),
	}}
	store, err := hitlrun.Open(db, hitlrun.Options{Script: o})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	script, err := hitlrun.Load(file, o)
	if err != nil {
		t.Fatal(err)
	}
	serve := func(maxQueued int64) (*client, *server.Server) {
		s, err := server.New(store, server.Options{MaxQueued: maxQueued, Graphs: []server.Graph{{ID: "agent", Script: script, Export: "graph"}}})
		if err != nil {
			t.Fatal(err)
		}
		h := httptest.NewServer(s)
		t.Cleanup(func() { s.Shutdown(context.Background()); h.Close() })
		return &client{t: t, url: h.URL, store: store}, s
	}
	one, ends := serve(1) // it starts no run that is due while another one has not ended
	other, _ := serve(0)
	thread := one.thread()
	runs := "/threads/" + thread + "/runs"
	t.Cleanup(release) // before the servers are shut down
	due := field(other.ok("POST", runs, `{"assistant_id":"agent","input":{"name":"two"},"after_seconds":1}`), "run_id")
	one.ok("POST", runs, `{"assistant_id":"agent","input":{"name":"one"}}`)
	<-working
	one.eventually("the second server has taken the run, which waits", func() bool {
		d, err := store.Document(t.Context(), "run", due)
		if err != nil {
			t.Fatal(err)
		}
		return d.Due.IsZero() && d.State == "pending"
	})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_ = ends.Shutdown(gone) // without time for its run
	release()
	other.eventually("both runs end", func() bool {
		return !strings.Contains(other.ok("GET", runs, ""), `"pending"`) && !strings.Contains(other.ok("GET", runs, ""), `"running"`)
	})
	if got := other.ok("GET", runs+"?select=status", ""); strings.Count(got, `"success"`) != 2 {
		t.Errorf("the runs are %s", got)
	}
	if got := other.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(got, `["begin one","end one","begin two","end two"]`) {
		t.Errorf("the state is %s", got)
	}
}

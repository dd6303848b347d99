// This file tests runs that meet a store which takes nothing at the moment.

package server_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// The store is locked while a node runs. The client gets an error, and the run ends when the store is free: neither the answer is
// lost, nor does the thread stay busy.
func TestRunsWaitForTheStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, file := filepath.Join(dir, "test.db"), filepath.Join(dir, "flow.ts")
	if err := os.WriteFile(file, []byte(`
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ answer: Annotation<string> }))
  .addNode("ask", async () => { const answer = interrupt("go on?"); await functions.lock(); return { answer }; }).addEdge(START, "ask").compile();
`), 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite3", db+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var locked *sql.Tx
	o := hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"lock": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) {
			var err error
			if locked == nil {
				locked, err = other.Begin()
			}
			return nil, err
		}),
	}}
	store, err := hitlrun.Open(db, hitlrun.Options{Script: o, BusyTimeout: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	script, err := hitlrun.Load(file, o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "graph"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Shutdown(context.Background())
	h := httptest.NewServer(s)
	defer h.Close()
	c := &client{t: t, url: h.URL, store: store}
	thread := c.thread()
	runs := "/threads/" + thread + "/runs"
	c.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
	if status, got := c.do("POST", runs+"/wait", `{"assistant_id":"agent","command":{"resume":"yes"}}`); status != http.StatusServiceUnavailable || !strings.Contains(got, "locked") {
		t.Fatalf("while the store is locked: %d %s", status, got)
	}
	if err := locked.Rollback(); err != nil {
		t.Fatal(err)
	}
	c.eventually("the run ends", func() bool {
		return strings.Contains(c.ok("GET", runs, ""), `"status":"success"`) && !strings.Contains(c.ok("GET", runs, ""), `"status":"running"`)
	})
	if got := c.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(got, `"answer":"yes"`) || !strings.Contains(got, `"next":[]`) {
		t.Errorf("the thread has the state %s", got)
	}
	if got := c.ok("GET", "/threads/"+thread, ""); !strings.Contains(got, `"status":"idle"`) {
		t.Errorf("the thread is %s", got)
	}
}

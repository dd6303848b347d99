// This file tests requests that come while a server shuts down.

package server_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A request for a run that comes while the server shuts down is refused, and the next server does not execute it: the client sends
// it again to that one.
func TestRunsAreRefusedWhole(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	o := server.Options{Graphs: []server.Graph{{ID: "agent", Script: load(t, "flow.ts", flow, hitlrun.ScriptOptions{}), Export: "agent"}}}
	s, err := server.New(store, o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	defer h.Close()
	c := &client{t: t, url: h.URL, store: store}
	under, _ := c.waiting()
	c.ok("POST", "/threads/"+under+"/runs", `{"assistant_id":"agent","command":{"resume":"hang"}}`)
	thread := c.thread()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error)
	go func() { ended <- s.Shutdown(ctx) }()
	body := `{"assistant_id":"agent","input":{"log":[]}}`
	until(t, "the server refuses runs", func() bool {
		status, _ := c.do("POST", "/threads/"+c.thread()+"/runs", body)
		return status == http.StatusServiceUnavailable
	})
	for range 3 {
		if status, got := c.do("POST", "/threads/"+thread+"/runs", body); status != http.StatusServiceUnavailable || got != "the server is shutting down" {
			t.Errorf("%d %s", status, got)
		}
	}
	stop()
	<-ended
	c.url = handler(t, store, nil)
	c.ok("POST", "/threads/"+c.thread()+"/runs/wait", body) // it has taken over what there was by then
	if got := c.ok("GET", "/threads/"+thread+"/runs", ""); got != "[]" {
		t.Errorf("the next server executes the runs that were refused: %s", got)
	}
}

// The server shuts down while clients wait for runs that it has accepted. They get no status on which clients send a request again by
// themselves, since the next server continues the runs.
func TestRunsAreNotAskedForAgain(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	o := server.Options{Graphs: []server.Graph{{ID: "agent", Script: load(t, "several.ts", severalAsk, hitlrun.ScriptOptions{}), Export: "graph"}}}
	s, err := server.New(store, o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	defer h.Close()
	c := &client{t: t, url: h.URL, store: store}
	type reply struct {
		path string
		resp *http.Response
		err  error
	}
	replies := make(chan reply)
	input := `{"assistant_id":"agent","input":{"log":["hang"]}}`
	paths := []string{"/threads/" + c.thread() + "/runs/wait", "/runs/wait", "/chat"}
	for _, path := range paths {
		go func() {
			resp, err := http.DefaultClient.Do(c.request(t.Context(), "POST", path, input))
			if err == nil {
				_, err = io.ReadAll(resp.Body)
				resp.Body.Close()
			}
			replies <- reply{path, resp, err}
		}()
	}
	until(t, "the runs are executed", func() bool {
		list, err := store.Documents(t.Context(), hitlrun.DocumentFilter{Kind: "run", States: []string{"running"}})
		return err == nil && len(list) == len(paths)
	})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_ = s.Shutdown(ctx)
	for range paths {
		if r := <-replies; r.resp == nil || r.resp.StatusCode != http.StatusOK || r.err == nil {
			t.Errorf("%s: %+v, %v", r.path, r.resp, r.err)
		}
	}
}

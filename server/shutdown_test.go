// This file tests requests that come while a server shuts down.

package server_test

import (
	"context"
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

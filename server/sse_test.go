// This file tests streams that do not begin.

package server_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A client that has too many streams gets 429 for a run that it wants to stream, and that run does not begin: clients send such a
// request again by themselves.
func TestRefusedStreamsStartNothing(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) { o.MaxStreams = 1 })
	thread := c.thread()
	open := c.response(t.Context(), "GET", "/threads/"+thread+"/stream", "")
	defer open.Body.Close()
	if status, got := c.do("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"agent","input":{"log":[]}}`); status != http.StatusTooManyRequests {
		t.Errorf("a second stream: %d %s", status, got)
	}
	if got := c.ok("GET", "/threads/"+thread+"/runs", ""); got != "[]" {
		t.Errorf("the run of the request that was refused: %s", got)
	}
}

// deaf is the connection of a client that is gone.
type deaf struct{ *httptest.ResponseRecorder }

func (deaf) FlushError() error { return errors.New("broken pipe") }

// A stream whose client is gone before it begins does not count any more.
func TestStreamsOfClientsThatAreGone(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	script := load(t, "flow.ts", flow, hitlrun.ScriptOptions{})
	s, err := server.New(c.store, server.Options{MaxStreams: 1, Graphs: []server.Graph{{ID: "agent", Script: script, Export: "agent"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Shutdown(t.Context()) }()
	for range 2 {
		req := httptest.NewRequestWithContext(t.Context(), "GET", "/threads/"+thread+"/stream", strings.NewReader(""))
		req.RemoteAddr, req.Host = "127.0.0.1:1", "127.0.0.1"
		w := deaf{httptest.NewRecorder()}
		if s.ServeHTTP(w, req); w.Code != http.StatusOK {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
}

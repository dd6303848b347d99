// This file tests streams that do not begin.

package server_test

import (
	"net/http"
	"testing"

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

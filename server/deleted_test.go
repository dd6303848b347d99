package server_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// The stream of a thread ends when the thread is deleted, and not only when the viewer looks again by itself.
func TestStreamOfDeletedThreadEnds(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) { o.Heartbeat = time.Hour })
	thread := c.thread()
	resp := c.response(t.Context(), "GET", "/threads/"+thread+"/stream", "")
	defer resp.Body.Close()
	c.ok("DELETE", "/threads/"+thread, "")
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Error(err)
	}
}

// A WebSocket stays open when its thread is deleted, and has the events of the thread that is made with the same id.
func TestSocketOfDeletedThread(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := hitlrun.NewRunID()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	ws := c.socket(ctx, thread)
	for run := range 2 {
		for _, text := range []string{
			`{"id":1,"method":"subscription.subscribe","params":{"channels":["input"]}}`,
			`{"id":2,"method":"run.start","params":{"assistant_id":"agent","input":{"log":[]}}}`,
		}[run:] {
			if err := ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		for seen := ""; !strings.Contains(seen, "input.requested"); {
			_, data, err := ws.Read(ctx)
			if err != nil {
				t.Fatalf("run %d: %v after %s", run, err, seen)
			}
			seen += string(data) + "\n"
		}
		until(t, "the run has ended", func() bool {
			status, _ := c.do("DELETE", "/threads/"+thread, "")
			return status == http.StatusNoContent
		})
	}
}

// This file has many requests of one client at once, which does not read what it asked for.

package server_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A client gets a few large states at once, and the next when it has read one. Another client does not wait for it.
func TestStatesTakeTurns(t *testing.T) {
	t.Parallel()
	script := load(t, "large.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const large = new StateGraph(Annotation.Root({ text: Annotation<string>() }))
  .addNode("grow", () => ({ text: "x".repeat(24 << 20) })).addEdge(START, "grow").compile();
`, hitlrun.ScriptOptions{})
	c, secrets := withTokens(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "large", Script: script, Export: "large"}} })
	if _, err := c.store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
		t.Fatal(err)
	}
	const asked = 12
	began := make(chan *bufio.Reader, asked)
	for range asked {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = fmt.Fprintf(conn, "GET /threads/t/state HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nConnection: close\r\n\r\n", secrets["review"]) // else no answer comes
		go func() {
			r := bufio.NewReader(conn)
			if _, err := r.Peek(1); err == nil {
				began <- r
			}
		}()
	}
	var open []*bufio.Reader
	next := func(within time.Duration) bool {
		select {
		case r := <-began:
			open = append(open, r)
			return true
		case <-time.After(within):
			return false
		}
	}
	for next(20*time.Second) && len(open) < 4 {
	}
	if next(2 * time.Second) {
		t.Errorf("more than 4 of %d requests are answered at once", asked)
	}
	c.token = secrets["run"]
	if got := c.ok("GET", "/threads/t/state", ""); len(got) < 24<<20 {
		t.Errorf("another client gets %d bytes", len(got))
	}
	for range asked {
		if len(open) == 0 && !next(20*time.Second) {
			t.Fatal("nobody is answered any more")
		}
		resp, err := http.ReadResponse(open[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		var state struct{ Values struct{ Text string } }
		if err := json.NewDecoder(resp.Body).Decode(&state); err != nil || len(state.Values.Text) != 24<<20 {
			t.Fatalf("%d letters: %v", len(state.Values.Text), err)
		}
		resp.Body.Close()
		open = open[1:]
	}
}

// This file has many requests of one client at once, which does not read what it asked for.

package server_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A client gets a few large states at once, and the next when it has read one. Another client does not wait for it.
func TestStatesTakeTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
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

// The same holds for what a client gets over WebSockets, and for the response to a command.
func TestStatesOfSocketsTakeTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	script := load(t, "large.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const large = new StateGraph(Annotation.Root({ text: Annotation<string>() }))
  .addNode("grow", () => ({ text: "x".repeat(14 << 20) })).addEdge(START, "grow").compile();
`, hitlrun.ScriptOptions{})
	c, secrets := withTokens(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "large", Script: script, Export: "large"}} })
	c.token = secrets["run"]
	c.ok("POST", "/threads/t/commands", `{"id":1,"method":"run.start","params":{"assistant_id":"large","input":{}}}`)
	until(t, "the run has ended", func() bool { return strings.Contains(c.ok("GET", "/threads/t/runs?select=status", ""), "success") })
	request := func(t *testing.T) (began func() bool) {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		const body = `{"id":1,"method":"state.get"}`
		_, _ = fmt.Fprintf(conn, "POST /threads/t/commands HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", secrets["review"], len(body), body)
		return func() bool {
			_, err := bufio.NewReaderSize(conn, 16).Peek(1)
			return err == nil
		}
	}
	// messages returns a request that sends messages over a WebSocket, and reads so many of those that come back.
	messages := func(read int, list ...string) func(*testing.T) (began func() bool) {
		return func(t *testing.T) func() bool {
			of := *c
			of.t = t
			ws := of.socketAs(secrets["review"])
			return func() bool {
				for _, text := range list {
					if ws.Write(t.Context(), websocket.MessageText, []byte(text)) != nil {
						return false
					}
				}
				for range read {
					if _, _, err := ws.Read(t.Context()); err != nil {
						return false
					}
				}
				_, _, err := ws.Reader(t.Context()) // the client does not read the rest
				return err == nil
			}
		}
	}
	const subscribe = `{"id":1,"method":"subscription.subscribe","params":{"channels":["values"],"since":%d}}`
	for name, ask := range map[string]func(*testing.T) (began func() bool){
		"command":             request,
		"message":             messages(0, `{"id":1,"method":"state.get"}`),
		"second subscription": messages(2, fmt.Sprintf(subscribe, 1000000), fmt.Sprintf(subscribe, 0)),
	} {
		t.Run(name, func(t *testing.T) {
			answered := atomic.Int64{}
			for range 7 {
				began := ask(t)
				go func() {
					if began() {
						answered.Add(1)
					}
				}()
			}
			until(t, "four are answered", func() bool { return answered.Load() >= 4 })
			// This tests time: no other one is answered within a second.
			if time.Sleep(time.Second); answered.Load() != 4 {
				t.Errorf("%d are answered at once", answered.Load())
			}
		})
	}
}

// The same holds for large assistants, which reviewers may read.
func TestLargeAssistantsTakeTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	c, secrets := withTokens(t, nil)
	c.token = secrets["admin"]
	c.ok("POST", "/assistants", `{"graph_id":"agent","assistant_id":"large","metadata":{"text":"`+strings.Repeat("x", 8<<20)+`"}}`)
	for _, request := range []string{"GET /assistants/large", "POST /assistants/large/versions"} {
		var answered atomic.Int64
		var conns []net.Conn
		for range 7 {
			conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			conns = append(conns, conn)
			_, _ = fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nContent-Length: 0\r\n\r\n", request, secrets["review"]) // else no answer comes
			go func() {
				if _, err := bufio.NewReaderSize(conn, 16).Peek(1); err == nil {
					answered.Add(1)
				}
			}()
		}
		until(t, "four are answered", func() bool { return answered.Load() >= 4 })
		// This tests time: no other one is answered within a second.
		if time.Sleep(time.Second); answered.Load() != 4 {
			t.Errorf("%s: %d are answered at once", request, answered.Load())
		}
		for _, conn := range conns {
			conn.Close()
		}
	}
}

// The response to a large request for a run has that request. Four of them are sent to one client at once.
func TestResponsesOfLargeRunsTakeTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	c := serve(t, nil)
	body := `{"assistant_id":"agent","input":{"log":[]},"metadata":{"text":"` + strings.Repeat("x", 15<<20) + `"}}`
	const asked = 6
	began := make(chan bool, asked)
	for range asked {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		thread := c.thread()
		go func() {
			_, _ = fmt.Fprintf(conn, "POST /threads/%s/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", thread, len(body), body) // else no answer comes
			if _, err := bufio.NewReader(conn).Peek(1); err == nil {
				began <- true
			}
		}()
	}
	n := 0
	for within := time.Minute; n < asked; {
		select {
		case <-began:
			if n++; n == 4 {
				within = 10 * time.Second
			}
			continue
		case <-time.After(within):
		}
		break
	}
	if n != 4 {
		t.Errorf("%d of %d responses are sent at once, want 4", n, asked)
	}
}

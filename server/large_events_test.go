// This file streams a run whose state is large, and looks at what the store has of it.

package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// The events of a run have the whole state behind each step. A text that no step changes is in the file once, and viewers who
// come late, also behind a restart, get what the first one got.
func TestLargeEvents(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	script := load(t, "large.ts", `
import { StateGraph, Annotation, START, END } from "@langchain/langgraph";
const State = Annotation.Root({ list: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }), text: Annotation<string>(), n: Annotation<number>() });
export const agent = new StateGraph(State)
  .addNode("count", ({ n }) => ({ n: (n ?? 0) + 1, list: ["step " + n] }))
  .addEdge(START, "count").addConditionalEdges("count", ({ n }) => n < 40 ? "count" : END).compile();
`, hitlrun.ScriptOptions{})
	path := filepath.Join(t.TempDir(), "test.db")
	// open serves the store, until what it returns is called.
	open := func() (s *server.Server, end func()) {
		store, err := hitlrun.Open(path, hitlrun.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err = server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "agent"}}})
		if err != nil {
			t.Fatal(err)
		}
		return s, func() {
			if err := s.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	do := func(s *server.Server, method, path string, body io.Reader) string {
		req := httptest.NewRequestWithContext(t.Context(), method, path, body)
		req.RemoteAddr, req.Host = "127.0.0.1:1", "127.0.0.1"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, req)
		if w.Code != http.StatusOK {
			t.Fatalf("%s %s: %d %.200s", method, path, w.Code, w.Body)
		}
		return strings.ReplaceAll(w.Body.String(), ": keep-alive\n\n", "") // one comes when a step takes its time
	}
	s, end := open()
	do(s, "POST", "/threads", strings.NewReader(`{"thread_id":"6ba7b810-9dad-41d1-80b4-00c04fd430c8"}`))
	const thread = "/threads/6ba7b810-9dad-41d1-80b4-00c04fd430c8"
	text := strings.Repeat("A text that no step changes. ", 10_000)
	input, _ := json.Marshal(map[string]any{"assistant_id": "agent", "stream_mode": []string{"values", "tasks", "updates"}, "config": map[string]any{"recursion_limit": 100},
		"input": map[string]any{"text": text}})
	live := do(s, "POST", thread+"/runs/stream", strings.NewReader(string(input)))
	if n := strings.Count(live, "event: values\n"); n != 41 || strings.Count(live, text) < 80 {
		t.Errorf("%d values, and %d times the text", n, strings.Count(live, text))
	}
	var runs []struct {
		ID string `json:"run_id"`
	}
	if err := json.Unmarshal([]byte(do(s, "GET", thread+"/runs", nil)), &runs); err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	for range 2 {
		if late := do(s, "GET", thread+"/runs/"+runs[0].ID+"/stream", nil); late != live {
			t.Errorf("a late viewer gets %d bytes, the first one got %d", len(late), len(live))
		}
		end()
		s, end = open()
	}
	defer end()
	size := int64(0)
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			size += info.Size()
		}
	}
	if limit := int64(10 * len(text)); size > limit { // the input of the run, the state, the events, and the request
		t.Errorf("the store takes %d bytes, want at most %d", size, limit)
	}
}

// Of the streams that one client does not read, four have their large events in memory. The next one gets its events when one of
// these ends.
func TestUnreadStreamsShareMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":["`+strings.Repeat("x", 6<<20)+`"]}}`)
	run := field(strings.Trim(c.ok("GET", "/threads/"+thread+"/runs?select=run_id", ""), "[]"), "run_id")
	const streams = 20
	open := map[int]net.Conn{}
	for i := range streams {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET /threads/%s/runs/%s/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: -1\r\n\r\n", thread, run)
		open[i] = conn
	}
	// has reports whether a stream has begun to send large events, without reading more of them than that takes.
	seen := map[int]string{}
	has := func(i int) bool {
		if err := open[i].SetReadDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		for buffer := make([]byte, 512); !strings.Contains(seen[i], "xxxxxxxx"); {
			n, err := open[i].Read(buffer)
			seen[i] += string(buffer[:n])
			if err != nil {
				return false
			}
		}
		return true
	}
	begun := func() (list []int) {
		for i := range open {
			if has(i) {
				list = append(list, i)
			}
		}
		return list
	}
	until(t, "four streams have begun", func() bool { return len(begun()) >= 4 })
	if list := begun(); len(list) != 4 {
		t.Fatalf("%d streams have begun", len(list))
	}
	gone := begun()[0]
	open[gone].Close()
	delete(open, gone)
	until(t, "another stream has begun", func() bool { return len(begun()) == 4 })
}

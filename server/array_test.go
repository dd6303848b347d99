// This file reads lists that are larger than what the server may have in memory.

package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// largest notes how much was written at once.
type largest struct {
	*httptest.ResponseRecorder
	bytes int
}

func (l *largest) Write(data []byte) (int, error) {
	l.bytes = max(l.bytes, len(data))
	return l.ResponseRecorder.Write(data)
}

// A few kilobytes in the store are many megabytes of history, and a page of threads has the states of all: both are sent in parts.
func TestLargeLists(t *testing.T) {
	t.Parallel()
	script := load(t, "large.ts", `
import { StateGraph, Annotation, START, END } from "@langchain/langgraph";
const State = Annotation.Root({ text: Annotation<string>(), n: Annotation<number>() });
export const agent = new StateGraph(State)
  .addNode("grow", ({ n, text }) => ({ n: (n ?? 0) + 1, ...(text ? {} : { text: "x".repeat(300_000) }) }))
  .addEdge(START, "grow").addConditionalEdges("grow", ({ n }) => n < 20 ? "grow" : END).compile();
`, hitlrun.ScriptOptions{})
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, id := range strings.Split("abcdefghijkl", "") {
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{}`)}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "agent"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Shutdown(t.Context()) }()
	for _, tt := range []struct {
		method, path, body string
		elements           int
	}{
		{"GET", "/threads/a/history?limit=1000", "", 22},
		{"POST", "/threads/a/history", `{"limit":15}`, 15},
		{"POST", "/threads/a/history", `{"limit":15,"metadata":{"step":3}}`, 1},
		{"POST", "/threads/a/history", `{"limit":15,"metadata":{"step":99}}`, 0},
		{"POST", "/threads/search", `{"limit":100}`, 12},
		{"POST", "/threads/search", `{"limit":100,"status":"error"}`, 0},
	} {
		req := httptest.NewRequestWithContext(t.Context(), tt.method, tt.path, bytes.NewReader([]byte(tt.body)))
		req.RemoteAddr, req.Host = "127.0.0.1:1", "127.0.0.1"
		w := &largest{ResponseRecorder: httptest.NewRecorder()}
		s.ServeHTTP(w, req)
		var list []map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || w.Code != http.StatusOK || len(list) != tt.elements {
			t.Errorf("%s %s %s: %d, %d elements, want %d (%v)", tt.method, tt.path, tt.body, w.Code, len(list), tt.elements, err)
		}
		if w.bytes > 2<<20 {
			t.Errorf("%s %s %s: %d bytes at once", tt.method, tt.path, tt.body, w.bytes)
		}
	}
}

// Items, and requests of runs, may be large each: a list of them is read and sent in parts.
func TestLargeDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	c := serve(t, nil)
	thread, text := c.thread(), strings.Repeat("x", 700<<10)
	for i := range 20 {
		c.ok("PUT", "/store/items", fmt.Sprintf(`{"namespace":["a","%d"],"key":"k%d","value":{"n":%d,"text":%q}}`, i%2, i, i, text))
		c.ok("POST", "/threads/"+thread+"/runs/wait", fmt.Sprintf(`{"assistant_id":"agent","input":{"log":[]},"metadata":{"n":%d,"text":%q}}`, i, text))
	}
	for _, tt := range []struct{ method, path, body, want string }{
		{"POST", "/store/items/search", `{"namespace_prefix":["a"],"limit":100}`, "20: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19"},
		{"POST", "/store/items/search", `{"namespace_prefix":["a","1"],"limit":3,"offset":2}`, "10: 5 7 9"},
		{"POST", "/store/items/search", `{"namespace_prefix":["a"],"filter":{"n":12}}`, "1: 12"},
		{"POST", "/store/items/search", `{"namespace_prefix":["b"]}`, "0:"},
		{"GET", "/threads/" + thread + "/runs?limit=100", "", "20: 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0"},
		{"GET", "/threads/" + thread + "/runs?limit=2&offset=5", "", "20: 14 13"},
		{"GET", "/threads/" + thread + "/runs?status=error", "", "0:"},
	} {
		resp := c.response(t.Context(), tt.method, tt.path, tt.body)
		type numbered struct{ N int }
		var items struct{ Items []struct{ Value numbered } }
		var runs []struct{ Metadata numbered }
		got := resp.Header.Get("X-Pagination-Total") + ":"
		var err error
		if tt.method == "GET" {
			err = json.NewDecoder(resp.Body).Decode(&runs)
			for _, one := range runs {
				got += fmt.Sprint(" ", one.Metadata.N)
			}
		} else {
			err = json.NewDecoder(resp.Body).Decode(&items)
			for _, one := range items.Items {
				got += fmt.Sprint(" ", one.Value.N)
			}
		}
		resp.Body.Close()
		if err != nil || got != tt.want {
			t.Errorf("%s %s %s: %s (%v), want %s", tt.method, tt.path, tt.body, got, err, tt.want)
		}
	}
}

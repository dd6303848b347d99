// This file has states that are read by many clients, or by nobody.

package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/budget"
)

func newReads() *reads {
	r := &reads{}
	r.init()
	return r
}

// taken reports whether a state of size bytes can be read at once, and returns its part of the memory.
func (r *reads) taken(t *testing.T, client string, size int64) (part *budget.Part, ok bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	part, err := r.take(ctx, &reading{client: client, sent: true}, size)
	return part, err == nil
}

// All clients together have a bounded number of bytes of states in memory; small states do not wait for large ones.
func TestReadsShareMemory(t *testing.T) {
	t.Parallel()
	r := newReads()
	const large = 64 << 20 // takes three times this
	parts := map[string]*budget.Part{}
	var ok bool
	for _, client := range []string{"a", "b", "c", "d", "e"} {
		if parts[client], ok = r.taken(t, client, large); !ok {
			t.Fatalf("client %s waits, and there is memory", client)
		}
	}
	if _, ok := r.taken(t, "f", large); ok {
		t.Error("six clients have 1152 MiB together")
	}
	if _, ok := r.taken(t, "a", large); ok {
		t.Error("a client has 384 MiB")
	}
	if part, ok := r.taken(t, "f", 1000); !ok {
		t.Error("a small state waits for large ones")
	} else {
		part.Free()
	}
	parts["a"].Shrink(large)
	part, ok := r.taken(t, "f", large)
	if !ok {
		t.Fatal("what a client has read, and only sends, takes as much as before")
	}
	part.Free()
	for _, part := range parts {
		part.Free()
	}
	part, ok = r.taken(t, "a", 4<<30)
	if !ok {
		t.Fatal("a state that is larger than the memory is never read")
	}
	if _, ok := r.taken(t, "b", large); ok {
		t.Error("another one is read beside it")
	}
	part.Free()
	if r.large.InUse() != 0 || r.small.InUse() != 0 {
		t.Error("memory is not free again")
	}
}

// A request has one state in memory at a time.
func TestReadsOfARequest(t *testing.T) {
	t.Parallel()
	s := &Server{}
	s.reads.init()
	ctx, end := withReading(t.Context(), "a")
	for range 10 {
		if err := s.reserve(ctx, 64<<20); err != nil {
			t.Fatal(err)
		}
	}
	end()
	if s.reads.large.InUse() != 0 {
		t.Error("memory is not free again")
	}
	if err := s.reserve(t.Context(), 1); err == nil {
		t.Error("a state is read that nobody counts")
	}
}

// A response with large values is the same as that of a small one.
func TestResponsesWithLargeValues(t *testing.T) {
	t.Parallel()
	type response struct {
		ID     string          `json:"id"`
		Values json.RawMessage `json:"values,omitempty"`
		Next   []string        `json:"next"`
	}
	for _, letters := range []int{10, smallRead + 10} {
		v := response{"a", json.RawMessage(`{"text":"` + strings.Repeat("x", letters) + `"}`), []string{"b", "<c>"}}
		want, w := string(encode(v)), httptest.NewRecorder()
		one := v
		writeState(w, httptest.NewRequest(http.MethodGet, "/", nil), func() any { return &one }, &one.Values)
		if got := w.Body.String(); got != want {
			t.Errorf("%d letters: the response has %d bytes, want %d: %.100s", letters, len(got), len(want), got)
		}
		w = httptest.NewRecorder()
		list := arrayWriter{w: w}
		for range 2 {
			one := v
			if err := list.addState(func() any { return &one }, &one.Values); err != nil {
				t.Fatal(err)
			}
		}
		if err := list.end(); err != nil || w.Body.String() != "["+want+","+want+"]" {
			t.Errorf("%d letters: the list has %d bytes, want %d, %v", letters, w.Body.Len(), 2*len(want)+3, err)
		}
	}
}

const waitsWithMuch = `import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ text: Annotation<string>(), answer: Annotation<any>() }))
  .addNode("grow", () => ({ text: "x".repeat(2 << 20) })).addNode("ask", () => ({ answer: interrupt("?") }))
  .addEdge(START, "grow").addEdge("grow", "ask").compile();
`

// What needs no values of a large state does not read them: it does not wait while there is no memory for large states. What needs
// them waits.
func TestValuesAreReadWhenNeeded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "much.ts")
	if err := os.WriteFile(path, []byte(waitsWithMuch), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(path, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(filepath.Join(dir, "much.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s, err := New(store, Options{Graphs: []Graph{{ID: "much", Script: script, Export: "graph"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Shutdown(context.Background())
	do := func(within time.Duration, method, path, body string) string {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
		r.Host, r.RemoteAddr = "127.0.0.1", "127.0.0.1:1"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Body.String()
	}
	all, err := s.reads.large.Take(t.Context(), "another", maxLargeReads)
	if err != nil { // no memory
		t.Fatal(err)
	}
	inside, err := s.reads.inside.Take(t.Context(), "another", maxInside)
	if err != nil {
		t.Fatal(err)
	}
	const long = 20 * time.Second
	do(long, "POST", "/threads", `{"thread_id":"t"}`)
	run := do(long, "POST", "/threads/t/runs", `{"assistant_id":"much","input":{"answer":1},"stream_mode":"custom"}`)
	for end := time.Now().Add(long); !strings.Contains(do(long, "GET", "/threads/t/runs", ""), `"status":"success"`); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the run does not end: %s, %s", run, do(long, "GET", "/threads/t/runs", ""))
		}
	}
	for _, one := range []struct{ method, path, body, want string }{
		{"POST", "/threads/search", `{"select":["thread_id"]}`, `[{"thread_id":"t"}]`},
		{"POST", "/threads/search", `{"select":["status"]}`, `[{"status":"interrupted"}]`},
		{"POST", "/threads/search", `{"select":["interrupts"]}`, `"value":"?"`},
		{"POST", "/threads/search", `{"extract":{"q":"interrupts"},"select":["thread_id"]}`, `"value":"?"`},
		{"POST", "/threads/count", `{"status":"interrupted"}`, "1"},
		{"GET", "/threads/t/state?select=next", "", `{"next":["ask"]}`},
		{"GET", "/threads/t/state?select=interrupts", "", `"value":"?"`},
		{"POST", "/threads/t/commands", `{"id":1,"method":"agent.getTree"}`, `"graph_name":"graph"`},
	} {
		if got := do(long, one.method, one.path, one.body); !strings.Contains(got, one.want) {
			t.Errorf("%s %s %s: %.300s, want %s", one.method, one.path, one.body, got, one.want)
		}
	}
	for _, path := range []string{"/threads/t", "/threads/t/state", "/threads/t/history"} {
		if got := do(300*time.Millisecond, "GET", path, ""); strings.Contains(got, "xxx") {
			t.Errorf("GET %s reads a state of 2 MiB, and there is no memory", path) // this tests time
		}
	}
	all.Free()
	inside.Free()
	for _, path := range []string{"/threads/t", "/threads/t/state", "/threads/t/history"} {
		if got := do(long, "GET", path, ""); !json.Valid([]byte(got)) || strings.Count(got, "x") < 2<<20 {
			t.Errorf("GET %s: %d bytes: %.300s", path, len(got), got)
		}
	}
	if got := do(long, "POST", "/threads/t/runs/wait", `{"assistant_id":"much","command":{"resume":7}}`); !strings.Contains(got, `"answer":7`) || len(got) < 2<<20 {
		t.Errorf("the run ends with %d bytes: %.100s", len(got), got)
	}
	if got := do(long, "POST", "/threads/t/runs/wait", `{"assistant_id":"much","input":{"answer":1}}`); !json.Valid([]byte(got)) || !strings.Contains(got, `"__interrupt__":[{`) || len(got) < 2<<20 {
		t.Errorf("the run waits with %d bytes: %.100s", len(got), got)
	}
	if s.reads.large.InUse() != 0 {
		t.Error("memory is not free again")
	}
}

// Questions are read when there is memory for them. A list, and what needs no questions, does not wait.
func TestQuestionsShareMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "asks.ts")
	if err := os.WriteFile(path, []byte(asksMuch), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(path, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := newInsecure(t)
	if err := s.SetGraphs([]Graph{{ID: "asks", Script: script, Export: "graph"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Graph: "graph", Input: json.RawMessage(`{"answer":""}`)}); err != nil {
		t.Fatal(err)
	}
	do := func(within time.Duration, method, path, body string) string {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Body.String()
	}
	all, err := s.reads.questions.Take(t.Context(), "another", maxQuestions)
	if err != nil {
		t.Fatal(err)
	}
	inside, err := s.reads.inside.Take(t.Context(), "another", maxInside)
	if err != nil {
		t.Fatal(err)
	}
	const long = 20 * time.Second
	for _, one := range []struct{ method, path, body, want string }{
		{"POST", "/threads/count", `{"status":"interrupted"}`, "1"},
		{"POST", "/threads/count", `{}`, "1"},
		{"POST", "/threads/count", `{"status":"error"}`, "0"},
	} {
		if got := do(long, one.method, one.path, one.body); strings.TrimSpace(got) != one.want {
			t.Errorf("%s %s %s: %.300s, want %s", one.method, one.path, one.body, got, one.want)
		}
	}
	requests := []struct{ method, path, body, want string }{
		{"GET", "/threads/t", "", `"interrupts":{"`},
		{"POST", "/threads/search", `{}`, `"interrupts":{"`},
		{"GET", "/metrics", "", "hitlrun_questions_waiting 1\n"},
	}
	for _, one := range requests {
		if got := do(300*time.Millisecond, one.method, one.path, one.body); strings.Contains(got, one.want) {
			t.Errorf("%s %s reads questions of 2 MiB, and there is no memory", one.method, one.path) // this tests time
		}
	}
	all.Free()
	inside.Free()
	for _, one := range requests {
		if got := do(long, one.method, one.path, one.body); !strings.Contains(got, one.want) {
			t.Errorf("%s %s: %.300s", one.method, one.path, got)
		}
	}
	if s.reads.questions.InUse() != 0 || s.reads.large.InUse() != 0 {
		t.Error("memory is not free again")
	}
}

// asksMuch asks a question of 2 MiB.
const asksMuch = `import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ answer: Annotation<string>() }))
  .addNode("ask", () => ({ answer: interrupt("x".repeat(2 << 20)) }))
  .addEdge(START, "ask")
  .compile();
`

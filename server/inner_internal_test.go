// This file has inner graphs whose tasks have written much: that is not read before there is memory for it.

package server

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// innerMuch runs two inner graphs, in each of which a task writes 2 MiB and another one asks.
const innerMuch = `import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const Inner = Annotation.Root({ large: Annotation<string>(), answer: Annotation<string>() });
const inner = new StateGraph(Inner)
  .addNode("write", () => ({ large: "x".repeat(2 << 20) }))
  .addNode("ask", () => ({ answer: interrupt("?") }))
  .addEdge(START, "write").addEdge(START, "ask").compile();
const run = async () => { await inner.invoke({}); return {}; };
export const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("one", run).addNode("two", run).addEdge(START, "one").addEdge(START, "two").compile();
`

func TestInnerGraphsShareMemory(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "inner.ts")
	if err := os.WriteFile(path, []byte(innerMuch), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(path, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := newInsecure(t)
	if _, err := s.store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Graph: "graph", Input: json.RawMessage(`{"n":1}`)}); err != nil {
		t.Fatal(err)
	}
	var rooms []int64
	room := func(bytes int64) error { rooms = append(rooms, bytes); return nil }
	size, err := s.store.StateSize(t.Context(), "t", "", "", true, maxInner, room)
	if err != nil || size.Inner < 4<<20 || len(rooms) < 4 {
		t.Errorf("%+v, %d reads, %v", size, len(rooms), err)
	}
	for _, n := range rooms {
		if n > 64<<10 {
			t.Errorf("%d bytes are read to learn the sizes", n)
		}
	}
	all := len(rooms)
	rooms = nil
	if size, err := s.store.StateSize(t.Context(), "t", "", "", true, 1<<20, room); err != nil || size.Inner <= 1<<20 || len(rooms) >= all {
		t.Errorf("after 1 MiB: %+v, %d reads of %d, %v", size, len(rooms), all, err)
	}
	do := func(within time.Duration, method, path, body string) string {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body)))
		return w.Body.String()
	}
	taken, err := s.reads.large.Take(t.Context(), "another", maxLargeReads)
	if err != nil {
		t.Fatal(err)
	}
	const long = 20 * time.Second
	taken.Free()
	if copied := do(long, "POST", "/threads/t/copy", ``); !strings.Contains(copied, `"status":"interrupted"`) {
		t.Errorf("the copy is %s", copied)
	}
	if taken, err = s.reads.large.Take(t.Context(), "another", maxLargeReads); err != nil {
		t.Fatal(err)
	}
	if copied := do(time.Second/4, "POST", "/threads/t/copy", ``); strings.Contains(copied, "thread_id") {
		t.Errorf("a copy without memory is %s", copied)
	}
	tree := do(long, "POST", "/threads/t/commands", `{"id":1,"method":"agent.getTree","params":{}}`)
	if strings.Count(tree, `"graph_name":"write"`) != 2 || strings.Count(tree, `"graph_name":"ask"`) != 2 || !strings.Contains(tree, `"namespace":["one:`) {
		t.Errorf("the tree is %s", tree)
	}
	if got := do(300*time.Millisecond, "GET", "/threads/t/state?subgraphs=true", ""); strings.Contains(got, `"tasks":[{`) {
		t.Error("the states of inner graphs are read, and there is no memory") // this tests time
	}
	taken.Free()
	if got := do(long, "GET", "/threads/t/state?subgraphs=true", ""); strings.Count(got, "x") < 4<<20 {
		t.Errorf("%d bytes: %.300s", len(got), got)
	}
	if s.reads.large.InUse() != 0 || s.reads.small.InUse() != 0 {
		t.Error("memory is not free again")
	}
}

// This file has clients that do not read the small states that they asked for.

package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/budget"
)

// unreadWriter is the response of a client that does not read: each write waits until the client is gone.
type unreadWriter struct {
	*httptest.ResponseRecorder
	once  sync.Once
	began chan struct{}
	gone  <-chan struct{}
}

func (w *unreadWriter) Write(p []byte) (int, error) {
	w.once.Do(func() { close(w.began) })
	<-w.gone
	return 0, context.Canceled
}

// askingServer returns a server with the thread "t", which waits for an answer, and the thread "other".
func askingServer(t *testing.T) *Server {
	t.Helper()
	script, err := hitlrun.LoadSource("asks.ts", []byte(`
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ n: Annotation<number>(), answer: Annotation<any>() }))
  .addNode("ask", () => ({ answer: interrupt("?") })).addEdge(START, "ask").compile();
`), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "asks.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	s, err := New(store, Options{Graphs: []Graph{{ID: "asks", Script: script, Export: "graph"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	for _, thread := range []string{"t", "other"} {
		if got := serveTo(t, s, "10.1.1.1:1", "POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"asks","input":{"n":1},"if_not_exists":"create"}`); !strings.Contains(got, "__interrupt__") {
			t.Fatal(got)
		}
	}
	return s
}

func requestFrom(ctx context.Context, address, method, path, body string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "127.0.0.1", address
	r.Header.Set("Content-Type", "application/json")
	return r
}

// serveTo returns the response to the request of a client that reads; "" if there is none within 20 s.
func serveTo(t *testing.T, s *Server, address, method, path, body string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, requestFrom(ctx, address, method, path, body))
	if ctx.Err() != nil {
		return ""
	}
	return w.Body.String()
}

// fieldIn returns the text that is the first field of this name in a response.
func fieldIn(response, name string) string {
	_, rest, _ := strings.Cut(response, `"`+name+`":"`)
	text, _, _ := strings.Cut(rest, `"`)
	return text
}

// Clients that do not read their small states make nobody wait, whichever request they sent. There is memory for one state here.
func TestNobodyWaitsForSmallStatesToBeRead(t *testing.T) {
	t.Parallel()
	s := askingServer(t)
	s.reads.small, s.reads.inside = budget.New(1, 0), budget.New(1, 0)
	run := fieldIn(serveTo(t, s, "10.1.1.1:1", "GET", "/threads/t/runs?limit=1", ""), "run_id")
	gone, leave := context.WithCancel(t.Context())
	var unread sync.WaitGroup
	defer unread.Wait()
	defer leave()
	for i, one := range []struct{ method, path, body string }{
		{"PATCH", "/threads/t", `{}`},
		{"POST", "/threads", `{"thread_id":"t","if_exists":"do_nothing"}`},
		{"GET", "/threads/t", ""},
		{"POST", "/threads/t/copy", ""},
		{"GET", "/threads/t/state", ""},
		{"GET", "/threads/t/state?select=next", ""},
		{"POST", "/threads/t/history", `{}`},
		{"POST", "/threads/t/history", `{"select":["values"]}`},
		{"POST", "/threads/search", `{"values":{"n":1}}`},
		{"POST", "/threads/count", `{"values":{"n":1}}`},
		{"GET", "/threads/t/runs/" + run + "/join", ""},
		{"POST", "/threads/t/commands", `{"id":1,"method":"state.get"}`},
		{"POST", "/threads/t/commands", `{"id":1,"method":"agent.getTree"}`},
	} {
		w := &unreadWriter{ResponseRecorder: httptest.NewRecorder(), began: make(chan struct{}), gone: gone.Done()}
		address := fmt.Sprintf("10.2.%d.1:1", i)
		unread.Go(func() { s.ServeHTTP(w, requestFrom(gone, address, one.method, one.path, one.body)) })
		select {
		case <-w.began:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s %s %s has no answer", one.method, one.path, one.body)
		}
		if got := serveTo(t, s, "10.1.1.1:1", "GET", "/threads/other/state", ""); !strings.Contains(got, `"n":1`) {
			t.Fatalf("another client waits for one that does not read %s %s %s: %s", one.method, one.path, one.body, got)
		}
	}
	at := fieldIn(serveTo(t, s, "10.1.1.1:1", "GET", "/threads/other/state", ""), "checkpoint_id")
	if got := serveTo(t, s, "10.1.1.1:1", "POST", "/threads/other/runs/wait", `{"assistant_id":"asks","checkpoint_id":"`+at+`","command":{"resume":7}}`); !strings.Contains(got, `"answer":7`) {
		t.Errorf("an answer with a checkpoint: %s", got)
	}
}

// What one client does not read has a bound, also without a turn. The answers of the client do not wait.
func TestUnreadSmallStatesAreBounded(t *testing.T) {
	t.Parallel()
	s := askingServer(t)
	s.reads.sends = budget.New(budget.Unlimited, 1)
	gone, leave := context.WithCancel(t.Context())
	var unread sync.WaitGroup
	defer unread.Wait()
	defer leave()
	patch := func() (began chan struct{}) {
		w := &unreadWriter{ResponseRecorder: httptest.NewRecorder(), began: make(chan struct{}), gone: gone.Done()}
		unread.Go(func() { s.ServeHTTP(w, requestFrom(gone, "10.2.1.1:1", "PATCH", "/threads/t", `{}`)) })
		return w.began
	}
	select {
	case <-patch():
	case <-time.After(20 * time.Second):
		t.Fatal("there is no answer")
	}
	second := patch()
	select {
	case <-second:
		t.Error("a client has two states that it does not read, and memory for one")
	case <-time.After(300 * time.Millisecond): // this tests time
	}
	if got := serveTo(t, s, "10.1.1.1:1", "PATCH", "/threads/t", `{}`); !strings.Contains(got, `"n":1`) {
		t.Errorf("another client: %s", got)
	}
	at := fieldIn(serveTo(t, s, "10.1.1.1:1", "GET", "/threads/t/state", ""), "checkpoint_id")
	if got := serveTo(t, s, "10.2.1.1:1", "POST", "/threads/t/runs/wait", `{"assistant_id":"asks","checkpoint_id":"`+at+`","command":{"resume":7}}`); !strings.Contains(got, `"answer":7`) {
		t.Errorf("an answer of the client: %s", got)
	}
}

// An answer is bound to its question, which can be large, while there is no memory for large states and questions that are sent: clients that
// read them slowly have it.
func TestAnswersDoNotWaitForLargeStates(t *testing.T) {
	t.Parallel()
	script, err := hitlrun.LoadSource("asks.ts", []byte(asksMuch), hitlrun.ScriptOptions{})
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
	thread, err := s.store.Thread(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	for of, all := range map[*budget.Budget]int64{s.reads.large: maxLargeReads, s.reads.questions: maxQuestions} {
		part, err := of.Take(t.Context(), "another", all)
		if err != nil {
			t.Fatal(err)
		}
		defer part.Free()
	}
	answered := make(chan string, 1)
	go func() {
		answered <- serveTo(t, s, "10.1.1.1:1", "POST", "/threads/t/runs", `{"assistant_id":"asks","checkpoint_id":"`+thread.CheckpointID+`","command":{"resume":7}}`)
	}()
	select {
	case got := <-answered:
		if !strings.Contains(got, `"run_id"`) {
			t.Errorf("the answer is not accepted: %.300s", got)
		}
	case <-time.After(20 * time.Second):
		t.Error("the answer waits for clients that read")
	}
}

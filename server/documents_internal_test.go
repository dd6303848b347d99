// This file has large documents that all clients read: they are a part of the memory for states.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// Items, assistants, crons and runs are read when there is memory for them, also in a search that does not find them.
func TestDocumentsShareMemory(t *testing.T) {
	t.Parallel()
	s := newInsecure(t)
	text := strings.Repeat("x", 2<<20)
	change := &hitlrun.Change{}
	for kind, body := range map[string]string{
		itemKind: `{"namespace":["n"],"key":"k","value":{"v":%}}`, assistantKind: `{"assistant_id":"a","graph_id":"g","version":1,"config":{},"context":{"v":%},"metadata":{},"name":"a"}`,
		cronKind: `{"cron_id":"c","assistant_id":"a","schedule":"0 9 1 1 *","payload":{"input":{"v":%}},"metadata":{},"enabled":true}`,
	} {
		key := map[string]string{itemKind: itemKey([]string{"n"}, "k"), assistantKind: "a", cronKind: "c"}[kind]
		change.Put = append(change.Put, hitlrun.Document{Kind: kind, Key: key, State: "cron", Body: []byte(strings.Replace(body, "%", `"`+text+`"`, 1))})
	}
	for _, key := range []string{"a", "b"} { // b has no assistant that is large
		change.Put = append(change.Put, hitlrun.Document{Kind: versionKind, Key: versionKey(key, 1), Body: change.Put[0].Body})
	}
	change.Put = append(change.Put, hitlrun.Document{Kind: assistantKind, Key: "b", Body: []byte(`{"assistant_id":"b","graph_id":"g","version":1}`)})
	change.Threads = []hitlrun.NewThread{{ID: "t"}}
	change.Put = append(change.Put, hitlrun.Document{Kind: runKind, Key: "r", ThreadID: "t", State: statusSuccess, Body: []byte(`{"run_id":"r","thread_id":"t","request":{"input":{"v":"` + text + `"}}}`)})
	if err := s.store.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	all, err := s.reads.large.Take(t.Context(), "another", maxLargeReads)
	if err != nil {
		t.Fatal(err)
	}
	s.turns.most = 100 // each request has one
	type answer struct {
		of   string
		got  *httptest.ResponseRecorder
		size int
	}
	requests := map[string]int{ // and the sizes of their answers
		"GET /store/items?namespace=n&key=k ": len(text), `POST /store/items/search {"namespace_prefix":["n"]}`: len(text),
		`POST /store/items/search {"namespace_prefix":["n"],"filter":{"w":1}}`: 0, "GET /assistants/a ": len(text),
		`POST /assistants/search {"name":"other"}`: 0, `POST /assistants/count {}`: 0, `POST /assistants/b/versions {"metadata":{"other":1}}`: 0,
		`POST /runs/crons/search {"assistant_id":"other"}`: 0, "POST /runs/crons/search {}": len(text), "POST /runs/crons/count {}": 0,
		"GET /threads/t/runs ": len(text), "GET /threads/t/runs/r ": len(text), "GET /threads/t/runs?select=run_id ": 0,
	}
	answers := make(chan answer, len(requests))
	for of, size := range requests {
		go func() {
			method, rest, _ := strings.Cut(of, " ")
			path, body, _ := strings.Cut(rest, " ")
			r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
			r.Host, r.RemoteAddr = "localhost", "127.0.0.1:9"
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			answers <- answer{of, w, size}
		}()
	}
	select {
	case a := <-answers:
		t.Errorf("%s: %d, and there is no memory", a.of, a.got.Code)
		delete(requests, a.of)
	case <-time.After(500 * time.Millisecond): // this tests time: nothing is answered
	}
	all.Free()
	for len(requests) > 0 {
		select {
		case a := <-answers:
			if a.got.Code != http.StatusOK || a.got.Body.Len() < a.size || !json.Valid(a.got.Body.Bytes()) {
				t.Errorf("%s: %d, %d bytes: %.200s", a.of, a.got.Code, a.got.Body.Len(), a.got.Body)
			}
			delete(requests, a.of)
		case <-time.After(20 * time.Second):
			t.Fatalf("no answer to %v", requests)
		}
	}
	if n := s.reads.large.InUse() + s.reads.small.InUse(); n != 0 {
		t.Errorf("%d bytes are in use", n)
	}
	inside, err := s.reads.inside.Take(t.Context(), "another", maxInside)
	if err != nil {
		t.Fatal(err)
	}
	short, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if _, err := s.document(short, assistantKind, "a"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an assistant is read for a run, and there is no memory: %v", err)
	}
	crons := hitlrun.DocumentFilter{Kind: cronKind}
	later, end := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer end()
	for _, err := range s.eachDocument(later, crons) {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a cron is read in the background, and there is no memory: %v", err)
		}
	}
	inside.Free()
	for d, err := range s.eachDocument(t.Context(), crons) {
		if err != nil || len(d.Body) < len(text) || s.reads.inside.InUse() == 0 {
			t.Errorf("%v, %d bytes are in use", err, s.reads.inside.InUse())
		}
	}
	if d, err := s.document(t.Context(), assistantKind, "a"); err != nil || len(d.Body) < len(text) || s.reads.inside.InUse() != 0 {
		t.Errorf("%v, %d bytes are in use", err, s.reads.inside.InUse())
	}
}

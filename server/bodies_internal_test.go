// This file has many clients that together want more memory than there is.

package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/budget"
)

// endless is a body that never ends, and counts what is read of it.
type endless struct {
	read  *atomic.Int64
	most  int64
	stays chan struct{}
	err   error
}

func (e *endless) Read(p []byte) (int, error) {
	if e.most == 0 {
		<-e.stays
		return 0, e.err
	}
	n := int(min(int64(len(p)), e.most))
	e.most -= int64(n)
	e.read.Add(int64(n))
	for i := range p[:n] {
		p[i] = ' '
	}
	return n, nil
}

func newInsecure(t *testing.T) *Server {
	t.Helper()
	store, err := hitlrun.Open(t.TempDir()+"/test.db", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	s, err := New(store, Options{Insecure: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Shutdown(t.Context()) })
	return s
}

// However many clients send bodies that do not arrive whole, they have a bounded part of the memory. Others hear after a while that they
// may try again, and get the memory when it is free.
func TestBodiesOfAllClientsAreBounded(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		size, length int64
		of           func(*Server) **budget.Budget
		path         string
	}{
		"large":           {2 << 20, 2 << 20, func(s *Server) **budget.Budget { return &s.bodies }, "/runs/wait"},
		"small":           {1 << 20, 1 << 20, func(s *Server) **budget.Budget { return &s.allArriving }, "/runs/wait"},
		"of unknown size": {1 << 20, -1, func(s *Server) **budget.Budget { return &s.allArriving }, "/runs/wait"},
		"in a turn":       {2 << 20, 2 << 20, func(s *Server) **budget.Budget { return &s.bodies }, "/threads/search"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newInsecure(t)
			*tt.of(s) = budget.New(4*tt.size, 0)
			var read atomic.Int64
			stays := make(chan struct{})
			answers := make(chan *httptest.ResponseRecorder, 100)
			send := func(i int, body io.Reader) {
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, tt.path, body)
				r.RemoteAddr, r.ContentLength = fmt.Sprintf("192.0.%d.1:1", i), tt.length
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				answers <- w
			}
			for i := range 12 {
				go send(i, &endless{read: &read, most: tt.size - 1, stays: stays, err: io.ErrUnexpectedEOF})
			}
			for range 8 { // this tests time: they wait for bodyWait
				w := <-answers
				if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "10" || !strings.Contains(w.Body.String(), "send it again in 10 s") {
					t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
				}
			}
			if got := read.Load(); got != 4*(tt.size-1) {
				t.Errorf("%d bytes are in memory, want 4 bodies of %d", got, tt.size)
			}
			go send(100, &endless{read: &read, most: tt.size, stays: stays, err: io.EOF})
			close(stays)
			for range 5 {
				if w := <-answers; w.Code != http.StatusBadRequest && w.Code != http.StatusOK && w.Code != http.StatusUnprocessableEntity {
					t.Errorf("%d %s", w.Code, w.Body)
				}
			}
			if got := (*tt.of(s)).InUse(); got != 0 {
				t.Errorf("%d bytes are taken", got)
			}
		})
	}
}

// A body that breaks off is not copied, and one whose size is known takes no more than that size.
func TestBrokenBodiesAreNotCopied(t *testing.T) {
	stays := make(chan struct{})
	close(stays)
	var before, after runtime.MemStats
	body := func(err error) io.Reader {
		return &endless{read: new(atomic.Int64), most: 16<<20 - 1, stays: stays, err: err}
	}
	noted := readerFunc(func(p []byte) (int, error) {
		runtime.ReadMemStats(&before)
		return 0, io.ErrUnexpectedEOF
	})
	data, err := readBody(nil, io.MultiReader(body(io.EOF), noted), 16<<20)
	runtime.ReadMemStats(&after)
	if data != nil || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatalf("%d bytes: %v", len(data), err)
	}
	if copied := after.TotalAlloc - before.TotalAlloc; copied > 1<<20 {
		t.Errorf("%d bytes are allocated for a body that broke off", copied)
	}
	data, err = readBody(nil, body(io.EOF), 16<<20)
	if err != nil || len(data) != 16<<20-1 || cap(data) != 16<<20 {
		t.Errorf("%d bytes, %d in memory: %v", len(data), cap(data), err)
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A large body is in memory until its turn ends.
func TestBodiesAreHeldInTheirTurn(t *testing.T) {
	t.Parallel()
	s := newInsecure(t)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(append([]byte(`{}`), bytes.Repeat([]byte(" "), 2<<20)...)))
	err := s.turn(r, func(r *http.Request) error {
		var v json.RawMessage
		if err := s.decode(httptest.NewRecorder(), r, &v); err != nil {
			return err
		}
		if got := s.bodies.InUse(); got != r.ContentLength {
			t.Errorf("%d bytes are taken in the turn, want %d", got, r.ContentLength)
		}
		return s.turn(r, func(*http.Request) error { return nil })
	})
	if err != nil || s.bodies.InUse() != 0 {
		t.Errorf("%d bytes are taken: %v", s.bodies.InUse(), err)
	}
}

// Streams of all clients have a bounded part of the memory for large events. Streams of small events do not wait for them.
func TestEventsOfAllClientsAreBounded(t *testing.T) {
	t.Parallel()
	s := newInsecure(t)
	for thread, size := range map[string]int{"large": 2 << 20, "small": 100} {
		if err := s.store.CreateThread(t.Context(), thread, nil); err != nil {
			t.Fatal(err)
		}
		e := hitlrun.Event{ThreadID: thread, RunID: hitlrun.NewRunID(), Kind: "custom", Body: encode(eventBody{Data: encode(strings.Repeat("x", size))})}
		if err := s.store.Write(t.Context(), &hitlrun.Change{Events: []hitlrun.Event{e}}); err != nil {
			t.Fatal(err)
		}
	}
	s.allPages = budget.New(20<<20, 0)
	stays, sent := make(chan struct{}), make(chan string, 100)
	stream := func(client, thread string) {
		_, _, err := s.page(t.Context(), client, &hitlrun.EventFilter{ThreadID: thread}, func(*hitlrun.Event) (bool, error) {
			sent <- client
			if thread == "large" {
				<-stays
			}
			return true, nil
		}, func() error { return nil })
		if err != nil {
			t.Error(err)
		}
	}
	done := make(chan bool, 100)
	for i := range 15 {
		go func() {
			stream(fmt.Sprint("client ", i), "large")
			done <- true
		}()
	}
	for range 4 { // each takes twice its size
		<-sent
	}
	select {
	case client := <-sent:
		t.Errorf("%s gets a large event too", client)
	case <-time.After(time.Second): // this tests time: no other one gets its event
	}
	stream("another client", "small")
	if client := <-sent; client != "another client" {
		t.Errorf("%s gets an event", client)
	}
	close(stays)
	for range 15 {
		<-done
	}
	if s.allPages.InUse() != 0 || s.scans.InUse() != 0 {
		t.Errorf("%d and %d are taken", s.allPages.InUse(), s.scans.InUse())
	}
}

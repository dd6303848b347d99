// This file limits how many requests of one client are answered at once. A large state needs several times its size in
// memory while it is read, encoded as JSON and sent.

package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// maxTurns is how many requests of one client are answered at once. Further ones wait. Streams take no turn.
const maxTurns = 4

// maxPages is how many streams of one client have many bytes of events in memory at once, and how many read events to catch up.
// Further ones wait.
const maxPages = 4

// turns has the clients whose requests are being answered.
type turns struct {
	most int // of one client
	mu   sync.Mutex
	of   map[string]*turn // by client
}

// turn has the places of one client. A request that is being answered takes a place.
type turn struct {
	places chan struct{}
	users  int // requests that have a place or wait for one
}

// take waits until a request of the client may be answered. The caller calls done after the response.
func (t *turns) take(ctx context.Context, client string) (done func(), err error) {
	t.mu.Lock()
	one := t.of[client]
	if one == nil {
		one = &turn{places: make(chan struct{}, t.most)}
		t.of[client] = one
	}
	one.users++
	t.mu.Unlock()
	select {
	case one.places <- struct{}{}:
		return func() {
			<-one.places
			t.leave(client, one)
		}, nil
	case <-ctx.Done():
		t.leave(client, one)
		return nil, ctx.Err()
	}
}

func (t *turns) leave(client string, one *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(t.of, client)
	}
}

// turnKey is the key of the context of a request that has a turn.
type turnKey struct{}

// hasTurn returns the request with the note that it has a turn: it does not wait for a second one. The caller calls free after the
// response.
func hasTurn(r *http.Request) (with *http.Request, free func()) {
	if r.Context().Value(turnKey{}) != nil {
		return r, func() {}
	}
	h := &heldTurn{}
	return r.WithContext(context.WithValue(r.Context(), turnKey{}, h)), h.free
}

// turnOf waits for a turn of the client of the request, unless the request has one. The caller calls done after the response.
func (s *Server) turnOf(r *http.Request) (done func(), err error) {
	if r.Context().Value(turnKey{}) != nil {
		return func() {}, nil
	}
	return s.turns.take(r.Context(), callerOf(r).client)
}

// turn waits for a turn of the client of the request, and calls do with the request.
func (s *Server) turn(r *http.Request, do func(r *http.Request) error) error {
	done, err := s.turnOf(r)
	if err != nil {
		return err
	}
	defer done()
	r, free := hasTurn(r)
	defer free()
	return whileReading(r, do)
}

// inTurn returns a handler that waits for a turn before it calls handle.
func inTurn(handle func(s *Server, w http.ResponseWriter, r *http.Request) error) func(s *Server, w http.ResponseWriter, r *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		return s.turn(r, func(r *http.Request) error { return handle(s, w, r) })
	}
}

// largeBody is the size in bytes from which a request takes a turn to read its body.
const largeBody = 1 << 20

// turnIfLarge calls do in a turn if the body is large or of unknown size; otherwise without a turn.
func (s *Server) turnIfLarge(r *http.Request, do func(r *http.Request) error) error {
	if r.ContentLength >= 0 && r.ContentLength <= largeBody {
		return do(r)
	}
	return s.turn(r, do)
}

// decodeInTurn calls decode in a turn if the body is large. It is for handlers that take no turn, or take one later.
func (s *Server) decodeInTurn(w http.ResponseWriter, r *http.Request, v any) error {
	return s.turnIfLarge(r, func(r *http.Request) error { return s.decode(w, r, v) })
}

// largeInTurn returns a handler that waits for a turn if the body is large.
func largeInTurn(handle func(s *Server, w http.ResponseWriter, r *http.Request) error) func(s *Server, w http.ResponseWriter, r *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		return s.turnIfLarge(r, func(r *http.Request) error { return handle(s, w, r) })
	}
}

// slowest is the rate in bytes per second at which a client must read at least, after the time stall.
const slowest = 256 << 10

// within sets a deadline for the writing of n bytes, which are in memory until they are sent.
func within(w http.ResponseWriter, n int) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(stall + time.Duration(n/slowest)*time.Second)) // not every writer supports deadlines
}

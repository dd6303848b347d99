// This file bounds how many requests of a client are answered at once: a large state takes its size several times over while it is read,
// made JSON and sent.

package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// maxTurns is how many requests of one client are answered at once. The others wait. Streams take no turn.
const maxTurns = 4

// turns has who is being answered.
type turns struct {
	mu sync.Mutex
	of map[string]*turn // by client
}

// turn is a client: its places are taken by requests that are being answered.
type turn struct {
	places chan struct{}
	users  int // that have a place, or wait for one
}

// take waits until the client may be answered. done has to be called when it was.
func (t *turns) take(ctx context.Context, client string) (done func(), err error) {
	t.mu.Lock()
	one := t.of[client]
	if one == nil {
		one = &turn{places: make(chan struct{}, maxTurns)}
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

// turn calls do when the client of the request may be answered.
func (s *Server) turn(r *http.Request, do func() error) error {
	done, err := s.turns.take(r.Context(), callerOf(r).client)
	if err != nil {
		return err
	}
	defer done()
	return do()
}

// inTurn makes of a handler one that waits for its turn.
func inTurn(handle func(s *Server, w http.ResponseWriter, r *http.Request) error) func(s *Server, w http.ResponseWriter, r *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		return s.turn(r, func() error { return handle(s, w, r) })
	}
}

// largeBody is from how many bytes on a body takes a turn to read.
const largeBody = 1 << 20

// turnIfLarge is turn for requests with a large body, or one of unknown size.
func (s *Server) turnIfLarge(r *http.Request, do func() error) error {
	if r.ContentLength >= 0 && r.ContentLength <= largeBody {
		return do()
	}
	return s.turn(r, do)
}

// decodeInTurn is decode for handlers that take no turn, or a later one.
func (s *Server) decodeInTurn(w http.ResponseWriter, r *http.Request, v any) error {
	return s.turnIfLarge(r, func() error { return s.decode(w, r, v) })
}

// largeInTurn makes of a handler one that waits for its turn if the body is large.
func largeInTurn(handle func(s *Server, w http.ResponseWriter, r *http.Request) error) func(s *Server, w http.ResponseWriter, r *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		return s.turnIfLarge(r, func() error { return handle(s, w, r) })
	}
}

// slowest is how many bytes a second a client takes at least, behind the first moments.
const slowest = 256 << 10

// within bounds how long a client may take to read n bytes: as long as it does, they are in memory.
func within(w http.ResponseWriter, n int) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(stall + time.Duration(n/slowest)*time.Second)) // where that is not known there is none
}

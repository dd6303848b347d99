// This file has shares: memory that all clients have together. Those that wait for a part of it get it in turns.

package server

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Bounds of what all clients together have in memory, in bytes. Each client has a bound of its own, too.
const (
	maxAllBodies   = 512 << 20 // of large bodies and messages: they arrive, and are decoded and answered
	maxAllArriving = 256 << 20 // of the requests of at most largeBody bytes that arrive
	maxAllPages    = 512 << 20 // of events that are sent
	maxEventReads  = 8         // not bytes, but streams that read events from the store at the same time
)

// bodyWait is how long a request waits until there is memory for its body. Then it is refused with status 503.
const bodyWait = 10 * time.Second

// shares has the part of the memory that is free, and the clients that wait for some.
type shares struct {
	most int64
	mu   sync.Mutex
	free int64
	line []*inLine // the next one is the first
}

// inLine is a client that waits. Its requests get memory in the order in which they came, one for each time that the line has moved on.
type inLine struct {
	client string
	wants  []*want
}

type want struct {
	n   int64
	got chan struct{} // closed when the request has its memory
}

func newShares(most int64) *shares { return &shares{most: most, free: most} }

// take waits for n bytes. What has more than all is alone. The caller calls done when they are not in use any more.
func (s *shares) take(ctx context.Context, client string, n int64) (done func(), err error) {
	w := &want{min(n, s.most), make(chan struct{})}
	s.mu.Lock()
	at := slices.IndexFunc(s.line, func(l *inLine) bool { return l.client == client })
	if at < 0 {
		at = len(s.line)
		s.line = append(s.line, &inLine{client: client})
	}
	s.line[at].wants = append(s.line[at].wants, w)
	s.next()
	s.mu.Unlock()
	done = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.free += w.n
		s.next()
	}
	select {
	case <-w.got:
		return done, nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	select {
	case <-w.got:
		s.mu.Unlock()
		return done, nil
	default:
	}
	defer s.mu.Unlock()
	at = slices.IndexFunc(s.line, func(l *inLine) bool { return l.client == client })
	l := s.line[at]
	if l.wants = slices.DeleteFunc(l.wants, func(other *want) bool { return other == w }); len(l.wants) == 0 {
		s.line = slices.Delete(s.line, at, at+1)
	}
	s.next() // it may have been the first
	return nil, ctx.Err()
}

// tryTake is take for those who do not wait: done is nil if there is no memory, or others wait for it.
func (s *shares) tryTake(n int64) (done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n = min(n, s.most); len(s.line) > 0 || n > s.free {
		return nil
	}
	s.free -= n
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.free += n
		s.next()
	}
}

// next gives what is free to those that are first in the line. The caller holds s.mu.
func (s *shares) next() {
	for len(s.line) > 0 {
		l := s.line[0]
		w := l.wants[0]
		if w.n > s.free {
			return
		}
		s.free -= w.n
		close(w.got)
		if s.line, l.wants = s.line[1:], l.wants[1:]; len(l.wants) > 0 {
			s.line = append(s.line, l)
		}
	}
}

// room takes n bytes of the memory for bodies; after bodyWait, it returns an error that says when to send the request again.
func (s *Server) room(w http.ResponseWriter, r *http.Request, of *shares, n int64) (done func(), err error) {
	ctx, stop := context.WithTimeout(r.Context(), bodyWait)
	defer stop()
	done, err = of.take(ctx, callerOf(r).client, n)
	if err == nil || r.Context().Err() != nil {
		return done, err
	}
	if w != nil {
		w.Header().Set("Retry-After", strconv.Itoa(int(bodyWait/time.Second)))
	}
	return nil, errNoRoom
}

var errNoRoom = errorf(http.StatusServiceUnavailable, "the server has no memory for the request, because others send many large ones: send it again in %d s", bodyWait/time.Second)

// heldTurn is the value of turnKey: what a request has beside its turn, and gives back with it.
type heldTurn struct {
	mu   sync.Mutex
	done []func()
}

func (h *heldTurn) free() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, done := range h.done {
		done()
	}
	h.done = nil
}

// holdBody waits until there is memory for a large body of n bytes. It is in use until the turn of the request ends, and done does nothing
// then. Without a turn, the caller calls done.
func (s *Server) holdBody(w http.ResponseWriter, r *http.Request, n int64) (done func(), err error) {
	done, err = s.room(w, r, s.bodies, n)
	if h, _ := r.Context().Value(turnKey{}).(*heldTurn); h != nil && err == nil {
		h.mu.Lock()
		h.done = append(h.done, done)
		h.mu.Unlock()
		done = func() {}
	}
	return done, err
}

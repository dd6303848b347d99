// This file has what requests have in memory while they arrive, are decoded and answered: a part of what all clients have together, and of
// what their client has. Large requests take turns for that, too (turns.go).

package server

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/internal/budget"
)

// Bounds of what all clients together have in memory, in bytes. Each client has a bound of its own, too.
const (
	maxAllBodies   = 512 << 20 // of large bodies and messages: they arrive, and are decoded and answered
	maxAllArriving = 256 << 20 // of the requests of at most largeBody bytes that arrive
	maxAllPages    = 512 << 20 // of events that are sent
	maxScans       = 256 << 20 // of events that are read and not sent: nobody who has them waits for a client
)

// maxArriving is how many bytes of requests of at most largeBody bytes one client has in memory. Further requests wait.
const maxArriving = 16 << 20

// bodyWait is how long a request waits until there is memory for its body. Then it is refused with status 503.
const bodyWait = 10 * time.Second

// room takes n bytes of the memory for bodies; after bodyWait, it returns an error that says when to send the request again.
func (s *Server) room(w http.ResponseWriter, r *http.Request, of *budget.Budget, n int64) (done func(), err error) {
	ctx, stop := context.WithTimeout(r.Context(), bodyWait)
	defer stop()
	part, err := of.Take(ctx, callerOf(r).client, n)
	if err == nil || r.Context().Err() != nil {
		return part.Free, err
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

// This file has the barrier in front of all output of the server. The server commits without a sync. Before the bytes
// of a response, an event or a webhook leave, the store is synced once; concurrent writers share that sync.

package server

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
)

// sync returns when all that the server has stored or read survives a power cut.
func (s *Server) sync() error {
	if err := s.store.Sync(context.Background()); err != nil {
		s.log.Error("the disk does not take what was stored", "error", err)
		return fmt.Errorf("the disk does not take what was stored: %w", err)
	}
	return nil
}

// sentWriter writes a response behind the barrier, and records whether the response has begun.
type sentWriter struct {
	http.ResponseWriter
	s     *Server
	ctx   context.Context // of the request
	who   string
	begun bool
	err   error // of a sync: after it no bytes are sent

	reading atomic.Pointer[reading] // what the request has in memory to make its response; nil if there is nothing
}

// sentKey is the key of the context of a request that has its sentWriter.
type sentKey struct{}

// WriteHeader implements http.ResponseWriter. If the sync fails, the status becomes 503.
func (w *sentWriter) WriteHeader(status int) {
	if w.pass() {
		w.begun = true
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *sentWriter) Write(p []byte) (int, error) {
	if !w.pass() {
		return 0, w.err
	}
	w.begun = true
	if h := w.reading.Load(); h != nil {
		h.free()
	}
	n, err := w.ResponseWriter.Write(p)
	if err == nil && w.ctx.Err() == nil {
		w.s.shown.sent(w.who, p)
	}
	return n, err
}

// pass syncs, and reports whether bytes may leave. If the sync fails and the response has not begun, pass sends the
// error as the response.
func (w *sentWriter) pass() bool {
	if w.err != nil {
		return false
	}
	if w.err = w.s.sync(); w.err != nil && !w.begun {
		w.begun = true
		h := w.Header()
		for _, name := range []string{"Content-Location", "Location", "Content-Length"} {
			h.Del(name)
		}
		fail(w.ResponseWriter, errorf(http.StatusServiceUnavailable, "%v", w.err))
	}
	return w.err == nil
}

// Unwrap returns the underlying writer, for http.ResponseController.
func (w *sentWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// hijacked marks the response as begun. A WebSocket takes over the connection; it has its own barrier.
func (w *sentWriter) hijacked() { w.begun = true }

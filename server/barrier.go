// This file has the barrier before everything that leaves the server. Inside, the server works without a sync: what a response, an
// event or a webhook builds on is synced once, right before its bytes leave, together with what others wait for.

package server

import (
	"context"
	"fmt"
	"net/http"
)

// sync returns when all that the server has stored, and read, survives a power cut.
func (s *Server) sync() error {
	if err := s.store.Sync(context.Background()); err != nil {
		s.log.Error("the disk does not take what was stored", "error", err)
		return fmt.Errorf("the disk does not take what was stored: %w", err)
	}
	return nil
}

// sentWriter writes an answer behind the barrier, and knows whether something of it was sent.
type sentWriter struct {
	http.ResponseWriter
	s     *Server
	begun bool
	err   error // of a sync: nothing is sent any more
}

// WriteHeader implements http.ResponseWriter. If the sync fails the status is 503.
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
	return w.ResponseWriter.Write(p)
}

// pass reports whether bytes may leave. The first time that they may not, an answer that has not begun becomes an error.
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

// Unwrap is for http.ResponseController.
func (w *sentWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// hijacked marks the answer as begun: a WebSocket takes over, with a barrier of its own.
func (w *sentWriter) hijacked() { w.begun = true }

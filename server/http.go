// This file reads requests and writes answers and errors.

package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun"
)

// httpError is an error with the status that a client gets. body, if not nil, is sent as JSON in place of the message.
type httpError struct {
	status  int
	message string
	body    any
}

func (e *httpError) Error() string { return e.message }

func errorf(status int, format string, args ...any) *httpError {
	return &httpError{status: status, message: fmt.Sprintf(format, args...)}
}

// statusOf returns the status for an error of package hitlrun, and of this one.
func statusOf(err error) (int, any) {
	var he *httpError
	var several *hitlrun.ChooseError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &he):
		return he.status, he.body
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge, nil
	case errors.As(err, &several):
		return http.StatusConflict, map[string]any{"message": err.Error(), "interrupts": shownInterrupts(several.Interrupts)}
	case errors.Is(err, hitlrun.ErrNoThread):
		return http.StatusNotFound, nil
	case errors.Is(err, hitlrun.ErrThreadExists), errors.Is(err, hitlrun.ErrBusy), errors.Is(err, hitlrun.ErrResolved), errors.Is(err, hitlrun.ErrNotWaiting), errors.Is(err, hitlrun.ErrNotRunning),
		errors.Is(err, hitlrun.ErrWaiting), errors.Is(err, hitlrun.ErrScript), errors.Is(err, hitlrun.ErrConflict):
		return http.StatusConflict, nil
	case errors.Is(err, hitlrun.ErrAnswer), errors.Is(err, hitlrun.ErrInput), errors.Is(err, hitlrun.ErrBounds), errors.Is(err, hitlrun.ErrNoGraph):
		return http.StatusUnprocessableEntity, nil
	case errors.Is(err, context.Canceled):
		return 499, nil // nobody is there any more
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout, nil // whoever mounts the server has set a deadline
	}
	return http.StatusInternalServerError, nil
}

// fail answers with an error.
func fail(w http.ResponseWriter, err error) {
	status, body := statusOf(err)
	if body != nil {
		writeJSON(w, status, body)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, err.Error()) // then nobody reads it
}

// writeJSON answers with a JSON document.
func writeJSON(w http.ResponseWriter, status int, v any) {
	data := encode(v)
	w.Header().Set("Content-Type", "application/json")
	within(w, len(data))
	w.WriteHeader(status)
	_, _ = w.Write(data) // then nobody reads it
}

// encode returns v as JSON, without a line break. Values are made of what JSON has.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// decode reads the body of a request into v. No body is {}.
func (s *Server) decode(w http.ResponseWriter, r *http.Request, v any) error {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.o.MaxBody))
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return errorf(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", s.o.MaxBody)
		}
		return errorf(http.StatusBadRequest, "read the body: %v", err)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	if !utf8.Valid(data) {
		return errorf(http.StatusBadRequest, "the body is not UTF-8")
	}
	if err := json.Unmarshal(data, v); err != nil {
		return errorf(http.StatusBadRequest, "the body is not valid JSON for this request: %v", err)
	}
	return nil
}

// guard calls a route for those who may, and answers with the error it returns.
func (s *Server) guard(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.guarded() && !s.o.Insecure && !isLoopback(hostOf(r.Host)) { // a page may have made its own name mean this machine
			fail(w, errorf(http.StatusForbidden, "without tokens this server is for this machine: it is called 127.0.0.1 or localhost, not %s", r.Host))
			return
		}
		who, err := s.check(r, rt.scope)
		client := "name " + who.name
		if err != nil || who.name == "" || !s.guarded() {
			client = "address " + networkOf(r.RemoteAddr)
		}
		if tooMany := s.limit.take(w, client); tooMany != nil {
			err = tooMany
		}
		if err != nil {
			fail(w, err)
			return
		}
		who.client = client
		r = r.WithContext(context.WithValue(r.Context(), callerKey{}, who))
		sent := &sentWriter{ResponseWriter: w, s: s}
		defer func() {
			if v := recover(); v != nil {
				if v == http.ErrAbortHandler { //nolint:errorlint // it is compared as net/http does
					panic(v)
				}
				s.log.Error("request failed", "method", r.Method, "path", r.URL.Path, "panic", v, "stack", string(debug.Stack()))
				if !sent.begun {
					fail(w, errorf(http.StatusInternalServerError, "the server has a bug; its log says more"))
				}
			}
		}()
		if err := rt.handle(s, sent, r); err != nil {
			if status, _ := statusOf(err); status >= 500 && status != http.StatusNotImplemented {
				s.log.Error("request failed", "method", r.Method, "path", r.URL.Path, "error", err)
			}
			if !sent.begun {
				fail(w, err)
			} else if sent.Header().Get("Content-Type") == "application/json" {
				panic(http.ErrAbortHandler) // the client is not to take a part for the whole
			}
		}
	})
}

// cors says which pages may talk to the server, and answers requests that ask for no more. It reports whether to go on.
func (s *Server) cors(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	h := w.Header()
	h.Add("Vary", "Origin")
	if origin == "" {
		return true
	}
	if !s.allows(origin) {
		if r.Method == http.MethodOptions || r.Method != http.MethodGet && r.Method != http.MethodHead || strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
			fail(w, errorf(http.StatusForbidden, "pages of %s may not use this server", origin))
			return false
		}
		return true // the browser keeps the answer from the page
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "content-location, location, x-pagination-total, x-pagination-next")
	if r.Method != http.MethodOptions {
		return true
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE, OPTIONS")
	if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
		h.Set("Access-Control-Allow-Headers", asked)
	}
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return false
}

func (s *Server) allows(origin string) bool {
	for _, allowed := range s.o.Origins {
		if allowed == "*" || strings.EqualFold(allowed, origin) {
			return true
		}
	}
	u, err := url.Parse(origin)
	return err == nil && isLoopback(u.Hostname())
}

// callerKey is the key of the caller in a context.
type callerKey struct{}

// callerOf returns who sends a request.
func callerOf(r *http.Request) caller {
	who, _ := r.Context().Value(callerKey{}).(caller)
	return who
}

// checkID returns an error for an id in a path that cannot be one of a thread, or of a run: no path leads to . and .. either.
func checkID(what, id string) error {
	if id == "" || id == "." || id == ".." || len(id) > 200 || strings.ContainsFunc(id, func(c rune) bool { return unicode.IsControl(c) || c == '\ufffd' }) {
		return errorf(http.StatusUnprocessableEntity, "%q is no id of a %s", id[:min(len(id), 200)], what)
	}
	return nil
}

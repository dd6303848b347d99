// This file reads requests and writes responses and errors.

package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun"
)

// httpError is an error with the status of its response. If body is not nil, it is sent in place of an object that has the
// message.
type httpError struct {
	status  int
	message string
	body    any
}

func (e *httpError) Error() string { return e.message }

func errorf(status int, format string, args ...any) *httpError {
	return &httpError{status: status, message: fmt.Sprintf(format, args...)}
}

// statusOf returns the status and the body of the response for an error of package hitlrun or of this package.
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
	case errors.Is(err, hitlrun.ErrNoThread), errors.Is(err, hitlrun.ErrNoDocument):
		return http.StatusNotFound, nil
	case errors.Is(err, hitlrun.ErrThreadExists), errors.Is(err, hitlrun.ErrBusy), errors.Is(err, hitlrun.ErrResolved), errors.Is(err, hitlrun.ErrNotWaiting), errors.Is(err, hitlrun.ErrNotRunning),
		errors.Is(err, hitlrun.ErrWaiting), errors.Is(err, hitlrun.ErrScript), errors.Is(err, hitlrun.ErrConflict):
		return http.StatusConflict, nil
	case errors.Is(err, hitlrun.ErrAnswer), errors.Is(err, hitlrun.ErrInput), errors.Is(err, hitlrun.ErrBounds), errors.Is(err, hitlrun.ErrNoGraph):
		return http.StatusUnprocessableEntity, nil
	case hitlrun.IsOutage(err):
		return http.StatusServiceUnavailable, nil
	case errors.Is(err, context.Canceled):
		return 499, nil // the client is gone
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout, nil // the program that mounts the server set a deadline
	}
	return http.StatusInternalServerError, nil
}

// fail sends an error as the response: a JSON object that has the message.
func fail(w http.ResponseWriter, err error) {
	status, body := statusOf(err)
	if body == nil {
		body = map[string]string{"message": err.Error()}
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	writeJSON(w, status, body)
}

// writeJSON sends a JSON document as the response.
func writeJSON(w http.ResponseWriter, status int, v any) {
	data := encode(v)
	w.Header().Set("Content-Type", "application/json")
	within(w, len(data))
	w.WriteHeader(status)
	_, _ = w.Write(data) // the client may be gone
}

// encode returns v as JSON on one line; a value that has no JSON becomes null.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// decode reads the body of a request into v. An empty body counts as {}.
func (s *Server) decode(w http.ResponseWriter, r *http.Request, v any) error {
	data, done, err := s.body(w, r)
	if err != nil {
		return err
	}
	defer done()
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	if !utf8.Valid(data) {
		return errorf(http.StatusBadRequest, "the body is not UTF-8")
	}
	if err := json.Unmarshal(data, v); err != nil {
		return badJSON("the body is not valid JSON for this request", err)
	}
	return nil
}

// badJSON returns the error for JSON that cannot be decoded: what it is, and what is wrong.
func badJSON(what string, err error) error {
	var own *httpError
	if errors.As(err, &own) {
		return own
	}
	return errorf(http.StatusBadRequest, "%s: %s", what, describe(err))
}

// describe says what is wrong with JSON, without the names of types of Go.
func describe(err error) string {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err.Error()
	}
	kinds := map[reflect.Kind]string{reflect.Struct: "an object", reflect.Map: "an object", reflect.Slice: "an array", reflect.String: "a string", reflect.Bool: "true or false"}
	want, got := cmp.Or(kinds[wrong.Type.Kind()], "a number"), cmp.Or(wrong.Field, "it")
	if number, ok := strings.CutPrefix(wrong.Value, "number "); ok {
		return fmt.Sprintf("%s cannot be %s", got, number)
	}
	return fmt.Sprintf("%s is of type %s, and must be %s", got, wrong.Value, want)
}

// guard returns a handler that calls a route if the caller may use it, and sends its error as the response.
func (s *Server) guard(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.guarded() && !s.o.Insecure && !isLoopback(hostOf(r.Host)) { // a page may have pointed the name of its host to this machine
			fail(w, errorf(http.StatusForbidden, "this server has no tokens, so only this machine may use it, as 127.0.0.1 or localhost and not as %s", r.Host))
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
		sent := &sentWriter{ResponseWriter: w, s: s, ctx: r.Context(), who: who.name}
		r = r.WithContext(context.WithValue(r.Context(), sentKey{}, sent))
		defer func() {
			if v := recover(); v != nil {
				if v == http.ErrAbortHandler { //nolint:errorlint // net/http compares it this way
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
				fail(sent, err)
			} else if sent.Header().Get("Content-Type") == "application/json" {
				panic(http.ErrAbortHandler) // the client must not take a part of the response for all of it
			}
		}
	})
}

// cors sets the headers that say which pages may call the server, and answers preflight requests. It reports whether
// the request is to be handled further.
func (s *Server) cors(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	h := w.Header()
	h.Add("Vary", "Origin")
	if origin == "" {
		if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !slices.Contains(s.o.Origins, "*") {
			fail(w, errorf(http.StatusForbidden, "pages of other sites may not use this server")) // an image or a link that a page has
			return false
		}
		return true
	}
	if !s.allows(origin) {
		fail(w, errorf(http.StatusForbidden, "pages of %s may not use this server", origin))
		return false
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

// callerKey is the key of the caller in the context of a request.
type callerKey struct{}

// callerOf returns the sender of a request.
func callerOf(r *http.Request) caller {
	who, _ := r.Context().Value(callerKey{}).(caller)
	return who
}

// checkID returns an error for an id in a path that no thread or run can have. That includes . and .., which paths
// cannot contain.
func checkID(what, id string) error {
	if id == "" || id == "." || id == ".." || len(id) > 200 || strings.ContainsFunc(id, func(c rune) bool { return unicode.IsControl(c) || c == '\ufffd' }) {
		return errorf(http.StatusUnprocessableEntity, "%q cannot be the id of %s", id[:min(len(id), 200)], what)
	}
	return nil
}

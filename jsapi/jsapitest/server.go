// This file has an HTTP server for tests of clients.

package jsapitest

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
)

// Server starts a server for tests of clients, with the paths /echo, /status/N, /slow, /steps, /hang, /cut, /headers,
// /gzip and /big. It is closed at the end of the test.
func Server(t testing.TB) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Method", r.Method)
		w.Header().Set("X-Type", r.Header.Get("Content-Type"))
		w.Header().Set("X-Length", fmt.Sprint(r.ContentLength))
		w.Header().Set("X-Auth", r.Header.Get("Authorization"))
		w.Header().Set("X-Query", r.URL.RawQuery)
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		_, _ = w.Write(body)
	})
	mux.HandleFunc("/status/", func(w http.ResponseWriter, r *http.Request) {
		var status int
		_, _ = fmt.Sscanf(r.URL.Path, "/status/%d", &status)
		if location := r.URL.Query().Get("to"); location != "" {
			w.Header().Set("Location", location)
		}
		w.WriteHeader(status)
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		for _, word := range []string{"one ", "two ", "three"} {
			_, _ = io.WriteString(w, word)
			w.(http.Flusher).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	})
	taken := make(chan bool)
	mux.HandleFunc("/steps", func(w http.ResponseWriter, r *http.Request) { // the next word when the one before was taken
		for _, word := range []string{"one ", "two ", "three"} {
			_, _ = io.WriteString(w, word)
			w.(http.Flusher).Flush()
			select {
			case <-taken:
			case <-r.Context().Done():
			}
		}
	})
	mux.HandleFunc("/taken", func(http.ResponseWriter, *http.Request) { taken <- true })
	mux.HandleFunc("/hang", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			_, _ = io.WriteString(w, r.URL.RawQuery)
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	})
	mux.HandleFunc("/cut", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		_, _ = io.WriteString(w, "half")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	mux.HandleFunc("/headers", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Large", strings.Repeat("x", 11<<20))
	})
	mux.HandleFunc("/gzip", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, "unpacked for "+r.Header.Get("Accept-Encoding"))
		_ = z.Close()
	})
	mux.HandleFunc("/big", func(w http.ResponseWriter, r *http.Request) {
		block := strings.Repeat("x", 1<<16)
		for range 512 {
			if _, err := io.WriteString(w, block); err != nil {
				return
			}
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// NetOf returns permissions for the server at an address.
func NetOf(t testing.TB, address string) jsapi.Permissions {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return jsapi.Permissions{Net: jsapi.Grant{List: []string{u.Host}}}
}

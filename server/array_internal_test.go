package server

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// A list that breaks off is no answer: the client sees a connection that was broken, and not a short list.
func TestListBreaksOff(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(t.TempDir()+"/test.db", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s, err := New(store, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Shutdown(t.Context()) }()
	h := httptest.NewServer(s.guard(route{handle: func(_ *Server, w http.ResponseWriter, r *http.Request) error {
		list := arrayWriter{w: w}
		size := map[string]int{"/first": 1, "/second": pieceBytes}[r.URL.Path]
		if err := list.add(strings.Repeat("x", size)); err != nil {
			return err
		}
		return errors.New("the disk has failed")
	}}))
	defer h.Close()
	get := func(path string) (int, string, error) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := h.Client().Do(req)
		if err != nil {
			return 0, "", err
		}
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		return resp.StatusCode, string(data), err
	}
	if status, text, err := get("/first"); status != http.StatusInternalServerError || text != `{"message":"the disk has failed"}` || err != nil {
		t.Errorf("before a part was sent: %d %q %v", status, text, err)
	}
	if status, text, err := get("/second"); err == nil {
		t.Errorf("after a part was sent: %d %.50q, and no error", status, text)
	}
}

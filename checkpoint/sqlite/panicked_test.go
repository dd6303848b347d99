// This file tests what a panic inside of a transaction leaves behind: nothing.

package sqlite

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/dbfile"
)

// threadsOf makes threads with the given ids.
func threadsOf(t *testing.T, s *Store, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if err := s.CreateThread(t.Context(), id, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// setMeta sets the metadata of a thread, and fails if that takes long.
func setMeta(t *testing.T, s *Store, id, meta string) error {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	return s.ChangeMeta(ctx, id, func([]byte) ([]byte, error) { return []byte(meta), nil })
}

// A change that panics gives its caller an error. Changes that share its transaction are stored, and so are later ones, also of
// others who have the file open.
func TestChangeThatPanics(t *testing.T) {
	t.Parallel()
	for _, path := range []string{dbfile.Memory, filepath.Join(t.TempDir(), "test.db")} {
		s := openAt(t, path)
		defer closeNow(t, s)
		threadsOf(t, s, "bad", "a", "b")
		if err := setMeta(t, s, "bad", `{"old":1}`); err != nil {
			t.Fatal(err)
		}
		began, goes := make(chan struct{}), make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() { // it leads: the others wait for it, and share the transaction after that
			if err := s.ChangeMeta(t.Context(), "a", func([]byte) ([]byte, error) {
				close(began)
				<-goes
				return []byte(`{"led":1}`), nil
			}); err != nil {
				t.Error(err)
			}
		})
		<-began
		var bad *PanicError
		all.Go(func() {
			err := s.update(t.Context(), func(w *writer) error {
				if _, err := w.c.Exec("UPDATE threads SET meta = NULL"); err != nil {
					return err
				}
				rows := w.c.Query("SELECT id FROM threads") // it is open when the panic comes
				if rows.Into(make([]driver.Value, 1)) {
					none := map[string]int{}
					if err := json.Unmarshal([]byte("null"), &none); err != nil {
						t.Error(err)
					}
					none["a"] = 1
				}
				return rows.Close()
			})
			if !errors.As(err, &bad) {
				t.Errorf("the change that panics: %v", err)
			}
		})
		all.Go(func() {
			if err := setMeta(t, s, "b", `{"beside":1}`); err != nil {
				t.Errorf("a change beside it: %v", err)
			}
		})
		waitFor(t, func() bool { s.w.queueMu.Lock(); defer s.w.queueMu.Unlock(); return len(s.w.queue) == 2 })
		close(goes)
		all.Wait()
		if bad == nil || !strings.Contains(bad.Error(), "which is a bug (panicked_test.go:") || !strings.Contains(bad.Error(), "assignment to entry in nil map") || len(bad.Stack) == 0 {
			t.Errorf("the error is %v", bad)
		}
		if err := setMeta(t, s, "bad", `{"new":1}`); err != nil {
			t.Errorf("a later change: %v", err)
		}
		other := s
		if path != dbfile.Memory {
			other = openAt(t, path)
			defer closeNow(t, other)
			if err := setMeta(t, other, "a", `{"other":1}`); err != nil {
				t.Errorf("a change of another process: %v", err)
			}
			if err := setMeta(t, s, "bad", `{"again":1}`); err != nil {
				t.Errorf("a change after that: %v", err)
			}
		}
		want := map[string]string{"a": `{"other":1}`, "b": `{"beside":1}`, "bad": `{"again":1}`}
		if path == dbfile.Memory {
			want["a"], want["bad"] = `{"led":1}`, `{"new":1}`
		}
		for id, want := range want {
			row, err := other.Thread(t.Context(), id)
			if err != nil || string(row.Meta) != want {
				t.Errorf("%s: %v %v, want %s", id, row, err, want)
			}
		}
	}
}

// What is called before and after a change may panic too.
func TestWriterThatPanics(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	threadsOf(t, s, "a")
	prepare := s.w.prepare
	s.w.prepare = func() error { panic("before") }
	err := setMeta(t, s, "a", `{}`)
	s.w.prepare = prepare
	if !errors.As(err, new(*PanicError)) {
		t.Errorf("got %v", err)
	}
	if err := setMeta(t, s, "a", `{"b":1}`); err != nil {
		t.Error(err)
	}
}

// A panic of whoever reads goes on, and the connection is usable.
func TestReaderThatPanics(t *testing.T) {
	t.Parallel()
	for _, path := range []string{dbfile.Memory, filepath.Join(t.TempDir(), "test.db")} {
		s := openAt(t, path)
		defer closeNow(t, s)
		threadsOf(t, s, "a")
		for name, read := range map[string]func(context.Context, func(*conn) error) error{
			"view": s.view, "glance": s.glance,
			"maintain": s.maintain,
		} {
			func() {
				defer func() {
					if v := recover(); v != "read" {
						t.Errorf("%s: the panic became %v", name, v)
					}
				}()
				_ = read(t.Context(), func(c *conn) error {
					rows := c.Query("SELECT id FROM threads")
					rows.Into(make([]driver.Value, 1))
					panic("read")
				})
			}()
			meta := `{"after":"` + name + `"}`
			if err := setMeta(t, s, "a", meta); err != nil {
				t.Errorf("%s: a change after that: %v", name, err)
			}
			var v [1]driver.Value
			err := read(t.Context(), func(c *conn) error {
				_, err := c.Row(v[:], "SELECT meta FROM threads WHERE ext = ?", packed("a"))
				return err
			})
			if err != nil || string(dbfile.Blob(v[0])) != meta {
				t.Errorf("%s reads %s, %v; want %s", name, dbfile.Blob(v[0]), err, meta)
			}
		}
	}
}

// waitFor waits until is returns true.
func waitFor(t *testing.T, is func() bool) {
	t.Helper()
	for begun := time.Now(); !is(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatal("nothing happens")
		}
	}
}

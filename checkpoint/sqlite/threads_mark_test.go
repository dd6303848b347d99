package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/storefile"
)

// isMarked reports whether the file itself has the mark of a store of threads. Nobody may have it open: reading it would end the
// locks of SQLite.
func isMarked(t *testing.T, path string) bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return storefile.Marked(data)
}

// openClose opens a store, calls do, and closes the store as a process of the command line does: its WAL stays.
func openClose(t *testing.T, path string, o Options, do func(s *Store) error) {
	t.Helper()
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := do(s); err != nil {
		t.Error(err)
	}
	for f := range s.Doctor(t.Context()) {
		if !f.Harmless {
			t.Errorf("doctor: %+v", f)
		}
	}
	if err := s.CloseAtExit(); err != nil {
		t.Fatal(err)
	}
}

func pinScript(ctx context.Context, s *Store) error {
	return s.Commit(ctx, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "p"}, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone}, Pin: &checkpoint.Pin{Script: &checkpoint.Script{Hash: "h", Name: "a.ts", Code: []byte("1")}}})
}

// unmark makes a store one that an older version has made.
func unmark(_ context.Context, s *Store) error { return s.w.c.setCookie(40) }

// TestMarkOfThreads makes files for checkpoints and for threads. Only those for threads have the mark, in the file itself.
func TestMarkOfThreads(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	write := func(ctx context.Context, s *Store) error {
		return s.Commit(ctx, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone}})
	}
	ways := map[string]struct {
		options Options
		do      []func(ctx context.Context, s *Store) error
		want    bool
	}{
		"made for threads": {Options{Threads: true}, nil, true},
		"made by a script": {Options{}, []func(context.Context, *Store) error{write}, false},
		"given a script": {Options{}, []func(context.Context, *Store) error{write, func(ctx context.Context, s *Store) error {
			return s.PutScript(ctx, checkpoint.Script{Hash: "h"})
		}}, true},
		"pinned":         {Options{}, []func(context.Context, *Store) error{write, pinScript}, true},
		"encrypted":      {Options{Threads: true, Keys: keysOf("a")}, nil, true},
		"after a delete": {Options{}, []func(context.Context, *Store) error{pinScript, func(ctx context.Context, s *Store) error { return s.DeleteThread(ctx, "p") }}, true},
		"rewritten": {Options{}, []func(context.Context, *Store) error{pinScript, func(ctx context.Context, s *Store) error {
			return s.Rekey(ctx, keysOf("a"))
		}, func(ctx context.Context, s *Store) error { return s.Rekey(ctx, nil) }}, true},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "s.db")
			openClose(t, path, way.options, func(s *Store) error {
				for _, do := range way.do {
					if err := do(ctx, s); err != nil {
						return err
					}
				}
				return nil
			})
			if got := isMarked(t, path); got != way.want {
				t.Errorf("marked is %v, want %v", got, way.want)
			}
			way.options.Threads = true
			openClose(t, path, way.options, func(s *Store) error {
				if got, err := s.OfThreads(ctx); got != way.want || err != nil {
					t.Errorf("OfThreads is %v, %v, want %v", got, err, way.want)
				}
				_, err := s.Backup(ctx, path+".copy", false)
				return err
			})
			for _, file := range []string{path, path + ".copy"} {
				if got := isMarked(t, file); got != way.want {
					t.Errorf("%s: opened again, marked is %v, want %v", file, got, way.want)
				}
			}
			openClose(t, path+".copy", way.options, func(s *Store) error { return write(ctx, s) })
		})
	}
}

// TestMarkOfOldStores opens stores that an older version made. They are marked when they are opened for writing, and not before.
func TestMarkOfOldStores(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "s.db")
	openClose(t, path, Options{Threads: true}, func(s *Store) error {
		if err := pinScript(ctx, s); err != nil {
			return err
		}
		if err := unmark(ctx, s); err != nil {
			return err
		}
		_, err := s.copyWAL()
		return err
	})
	if isMarked(t, path) {
		t.Fatal("the old store is marked")
	}
	openClose(t, path, Options{ReadOnly: true}, func(s *Store) error { return nil })
	if isMarked(t, path) {
		t.Error("reading marks a store")
	}

	// While somebody reads an older state, the WAL cannot be copied. The next open does that.
	reader, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	err = reader.view(ctx, func(c *conn) error {
		if _, err := c.Number("SELECT count(*) FROM threads"); err != nil {
			return err
		}
		openClose(t, path, Options{}, func(s *Store) error {
			if marked, err := s.OfThreads(ctx); !marked || err != nil {
				t.Errorf("the old store is not marked: %v", err)
			}
			if s.w.settled.Load() {
				t.Error("the file itself is said to have the mark, and somebody reads an older state")
			}
			return pinScript(ctx, s)
		})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := reader.Close(); err != nil {
		t.Error(err)
	}
	if isMarked(t, path) {
		t.Error("the WAL was copied: the test shows nothing")
	}
	openClose(t, path, Options{}, func(s *Store) error {
		if !s.w.settled.Load() {
			t.Error("the mark is not settled")
		}
		return nil
	})
	if !isMarked(t, path) {
		t.Error("the file itself is not marked after the next open")
	}

	// A process that writes does not make the open of an old store wait.
	openClose(t, path, Options{}, func(s *Store) error {
		if err := unmark(ctx, s); err != nil {
			return err
		}
		return s.update(ctx, func(*writer) error {
			openClose(t, path, Options{}, func(s *Store) error { return nil })
			return nil
		})
	})
}

// TestNewFileIsMarked makes the file of a store. It has the mark when it gets its name, before anybody opens it.
func TestNewFileIsMarked(t *testing.T) {
	t.Parallel()
	for _, threads := range []bool{true, false} {
		path := filepath.Join(t.TempDir(), "s.db")
		if err := create(path, migrations(), nil, threads); err != nil {
			t.Fatal(err)
		}
		if isMarked(t, path) != threads {
			t.Errorf("marked is %v, want %v", !threads, threads)
		}
	}
}

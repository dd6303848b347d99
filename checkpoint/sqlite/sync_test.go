// This file tests how a store that is synced often makes its WAL longer, and how SQLite plans its statements.

package sqlite

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// walLength returns the length of the WAL of a store.
func walLength(tb testing.TB, path string) int64 {
	tb.Helper()
	info, err := os.Stat(path + "-wal")
	if err != nil {
		tb.Fatal(err)
	}
	return info.Size()
}

// Two stores with one file write to its WAL in turn. One of them makes it longer ahead of its use, and what is committed
// behind the place that it knew as the end is not overwritten: all is found in a copy of the files, as after a power cut.
func TestWALGrowsAhead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	a, b := openAt(t, path), openAt(t, path)
	var loops []*looper
	commit := func(s *Store, threads int) {
		for range threads {
			l := &looper{thread: fmt.Sprint("t", len(loops))}
			loops = append(loops, l)
			for range 3 {
				commitAll(t, s, l.next())
			}
		}
	}
	sync := func() {
		if err := a.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	lengths := map[int64]bool{}
	for range 40 {
		commit(a, 1)
		sync()
		lengths[walLength(t, path)] = true
	}
	if n := len(lengths); n > 20 { // those before it grows ahead, and a few
		t.Errorf("the WAL had %d lengths after 40 syncs", n)
	}
	for range 5 {
		commit(b, 60)
		commit(a, 2)
		sync()
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Dir(path))); err != nil {
		t.Fatal(err)
	}
	copied := openAt(t, filepath.Join(dir, "test.db"))
	if got := numbers(t, copied, "SELECT count(*) FROM checkpoints")[0]; got != int64(3*len(loops)) {
		t.Errorf("the copy has %d checkpoints, want %d", got, 3*len(loops))
	}
}

// A new value of a parameter does not have SQLite plan a statement again: the plan of this one would change, because the
// index of names serves a pattern that begins with letters.
func TestPlansStay(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	err := s.view(t.Context(), func(c *conn) error {
		if err := c.Run("PRAGMA case_sensitive_like = ON"); err != nil {
			return err
		}
		var v [4]driver.Value
		if _, err := c.Row(v[:], "EXPLAIN QUERY PLAN SELECT * FROM names WHERE name LIKE ?", "a%"); err != nil {
			return err
		}
		if plan := dbfile.Text(v[3]); plan != "SCAN names" {
			t.Errorf("the plan is %q", plan)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLockedAfterFailedSync locks the store, whose last sync failed, in another process: those who commit or sync have to wait, as for any
// locked store.
func TestLockedAfterFailedSync(t *testing.T) {
	t.Parallel()
	other := openNew(t)
	s, err := Open(other.path, Options{BusyTimeout: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l := looper{thread: "t"}
	commitAll(t, s, l.next())
	if err := other.w.c.Run("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	s.mark()
	if err := s.Commit(t.Context(), l.next()); !errors.Is(err, checkpoint.ErrLocked) {
		t.Errorf("Commit: %v, want ErrLocked", err)
	}
	if err := s.Sync(t.Context()); !errors.Is(err, checkpoint.ErrLocked) {
		t.Errorf("Sync: %v, want ErrLocked", err)
	}
	if err := other.w.c.Run("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := s.Sync(t.Context()); err != nil {
		t.Errorf("Sync after that: %v", err)
	}
}

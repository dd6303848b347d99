// This file runs the tests of all savers on a Store, and has what the tests share.

package sqlite

import (
	"context"
	"database/sql/driver"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/savertest"
	"github.com/hitlrun/hitlrun/dbfile"
)

// TestMain runs the tests, or what a test wants another process to do.
func TestMain(m *testing.M) {
	if role := os.Getenv("SQLITE_TEST_ROLE"); role != "" {
		os.Exit(playRole(role))
	}
	os.Exit(m.Run())
}

// openAt opens a store and closes it at the end of the test.
func openAt(tb testing.TB, path string) *Store {
	tb.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// closeNow closes a store, a connection or a file, and ends the test if that fails.
func closeNow(tb testing.TB, c io.Closer) {
	tb.Helper()
	if err := c.Close(); err != nil {
		tb.Fatal(err)
	}
}

func openNew(tb testing.TB) *Store {
	tb.Helper()
	return openAt(tb, filepath.Join(tb.TempDir(), "test.db"))
}

func TestSaver(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver { return openNew(t) })
}

func TestSaverInMemory(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver { return openAt(t, dbfile.Memory) })
}

// TestSaverOfTwoStores uses two stores with the same file in turn: each finds that
// what it remembers of the file is not true any more.
func TestSaverOfTwoStores(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver {
		a := openNew(t)
		return &inTurn{stores: [2]*Store{a, openAt(t, a.path)}}
	})
}

func FuzzStore(f *testing.F) {
	savertest.Fuzz(f, func(t *testing.T) checkpoint.Saver { return openAt(t, dbfile.Memory) })
}

type inTurn struct {
	stores [2]*Store
	n      atomic.Int64
}

func (s *inTurn) next() *Store { return s.stores[s.n.Add(1)%2] }

func (s *inTurn) Get(ctx context.Context, key checkpoint.Key) (*checkpoint.Tuple, error) {
	return s.next().Get(ctx, key)
}

func (s *inTurn) List(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) iter.Seq2[*checkpoint.Tuple, error] {
	return s.next().List(ctx, key, o)
}

func (s *inTurn) Commit(ctx context.Context, b checkpoint.Batch) error {
	return s.next().Commit(ctx, b)
}

func (s *inTurn) DeleteThread(ctx context.Context, id string) error {
	return s.next().DeleteThread(ctx, id)
}

// numbers returns the first column of a query.
func numbers(tb testing.TB, s *Store, query string) (list []int64) {
	tb.Helper()
	err := s.view(context.Background(), func(c *conn) error {
		rows := c.Query(query)
		var v [1]driver.Value
		for rows.Into(v[:]) {
			list = append(list, dbfile.Integer(v[0]))
		}
		return rows.Close()
	})
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

// wantSound runs SQLite's check of the file.
func wantSound(tb testing.TB, s *Store) {
	tb.Helper()
	err := s.view(context.Background(), func(c *conn) error {
		var v [1]driver.Value
		_, err := c.Row(v[:], "PRAGMA integrity_check")
		if dbfile.Text(v[0]) != "ok" {
			tb.Errorf("integrity_check: %v", v[0])
		}
		return err
	})
	if err != nil {
		tb.Error(err)
	}
}

// This file runs the tests of all savers on a Store, and has what the tests share.

package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/savertest"
)

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

func openNew(tb testing.TB) *Store {
	tb.Helper()
	return openAt(tb, filepath.Join(tb.TempDir(), "test.db"))
}

func TestSaver(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver { return openNew(t) })
}

func TestSaverInMemory(t *testing.T) {
	savertest.Run(t, func(t *testing.T) checkpoint.Saver { return openAt(t, memory) })
}

func FuzzStore(f *testing.F) {
	savertest.Fuzz(f, func(t *testing.T) checkpoint.Saver { return openAt(t, memory) })
}

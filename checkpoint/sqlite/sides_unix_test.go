//go:build unix

// This file tests files that somebody makes beside a store while it is open.

package sqlite

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestJournalOfAnOpenStoreIsAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openAt(t, path)
	commitAll(t, s, (&looper{thread: "t"}).next())
	if err := syscall.Mkfifo(path+"-journal", 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := s.openReader() // SQLite opens a journal with each connection
	if err == nil {
		_, err = c.Number("SELECT count(*) FROM threads")
		c.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "store.db-journal is a named pipe") {
		t.Error(err)
	}
}

// TestLocksWithASecondName refuses a file of locks that is another file, put there after the files were checked.
func TestLocksWithASecondName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	victim, locks := filepath.Join(dir, "victim"), filepath.Join(dir, "test.db-lock")
	if err := os.WriteFile(victim, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(victim, locks); err != nil {
		t.Fatal(err)
	}
	if f, err := openLocks(locks); err == nil || !strings.Contains(err.Error(), "has a second name") {
		t.Errorf("%v, %v", f, err)
	}
}

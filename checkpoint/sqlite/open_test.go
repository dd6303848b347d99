// This file tests what Open does with paths and files of all kinds.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// foreign makes a file that is another program's database.
func foreign(t *testing.T, path, pragmas string) {
	t.Helper()
	c, err := connect(path, "mode=rwc", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(pragmas + "; CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('a')"); err != nil {
		t.Fatal(err)
	}
	closeNow(t, c)
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, content string) {
		if err := os.WriteFile(at(name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("text", strings.Repeat("no database at all\n", 500))
	write("short", "x")
	foreign(t, at("foreign.db"), "PRAGMA user_version = 1")
	foreign(t, at("wal.db"), "PRAGMA journal_mode = WAL")
	foreign(t, at("other-app.db"), "PRAGMA application_id = 12345")
	whole := openAt(t, at("whole.db"))
	commitAll(t, whole, (&looper{thread: "t"}).next())
	closeNow(t, whole)
	content, err := os.ReadFile(at("whole.db"))
	if err != nil {
		t.Fatal(err)
	}
	write("half.db", string(content[:len(content)/2]))
	newer := openAt(t, at("newer.db"))
	if err := newer.w.c.Run(fmt.Sprint("PRAGMA user_version = ", len(migrations())+1)); err != nil {
		t.Fatal(err)
	}
	closeNow(t, newer)
	before := snapshot(t, dir)
	for _, tt := range []struct{ path, want string }{
		{"", "the path is empty"},
		{"a\x00b", "the path has a NUL byte in it"},
		{dir, "it is a folder"},
		{at("missing/test.db"), "folder " + at("missing") + " does not exist"},
		{at("text/test.db"), at("text") + " is not a folder"},
		{at("text"), "it is not a hitlrun database"},
		{at("short"), "it is not a hitlrun database"},
		{at("foreign.db"), "it is not a hitlrun database"},
		{at("wal.db"), "it is not a hitlrun database"},
		{at("other-app.db"), "it is not a hitlrun database"},
		{at("half.db"), "it is damaged, or not a hitlrun database"},
		{at("newer.db"), fmt.Sprintf("it was written by a newer hitlrun: its schema is %d, this one reads schemas up to %d", len(migrations())+1, len(migrations()))},
		{os.DevNull, "it is not a regular file"},
	} {
		for _, o := range []Options{{}, {ReadOnly: true}} {
			want := "open store " + tt.path + ": " + tt.want
			if o.ReadOnly && strings.HasSuffix(tt.path, "newer.db") {
				want = "open store " + tt.path + fmt.Sprintf(": its schema is %d, this hitlrun reads schema %d", len(migrations())+1, len(migrations()))
			}
			s, err := Open(tt.path, o)
			if err == nil {
				s.Close()
			}
			if err == nil || err.Error() != want {
				t.Errorf("Open %q: %v\nwant %s", tt.path, err, want)
			}
		}
	}
	if _, err := Open(at("none.db"), Options{ReadOnly: true}); err == nil || err.Error() != "open store "+at("none.db")+": it does not exist" {
		t.Errorf("Open to read what does not exist: %v", err)
	}
	if after := snapshot(t, dir); after != before {
		t.Errorf("files were touched:\n%s\nbefore:\n%s", after, before)
	}
}

// A store with a view in place of a table, whose rows do not end, and one with a trigger: opened by who writes, and by who reads.
func TestForeignSchema(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"view":                   "ALTER TABLE threads RENAME TO old; CREATE VIEW threads AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT old.* FROM old, r",
		"trigger":                "CREATE TRIGGER t AFTER INSERT ON audit BEGIN DELETE FROM audit; END",
		"table without an index": "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_threads_1'; UPDATE sqlite_schema SET sql = replace(sql, ' UNIQUE', '') WHERE name = 'threads'",
		"missing index":          "DROP INDEX threads_by_flow",
	} {
		path := filepath.Join(t.TempDir(), "s.db")
		s := openAt(t, path)
		commitAll(t, s, (&looper{thread: "t"}).next())
		if err := s.w.c.Run(sql); err != nil {
			t.Fatal(err)
		}
		closeNow(t, s)
		for _, o := range []Options{{}, {ReadOnly: true}} {
			if s, err := Open(path, o); !errors.Is(err, dbfile.ErrForeign) && !(name == "missing index" && errors.Is(err, ErrDamaged)) {
				t.Errorf("a %s, read only %t: got %v", name, o.ReadOnly, err)
				if err == nil {
					s.Close()
				}
			}
		}
	}
}

// The WAL of a file may be gone again when we look for it.
func TestOpenWhileCopied(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	commitAll(t, s, (&looper{thread: "t"}).next())
	closeNow(t, s)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".whole", whole, 0o666); err != nil {
		t.Fatal(err)
	}
	copied := make(chan error, 1)
	time.AfterFunc(5*time.Millisecond, func() { copied <- os.Rename(path+".whole", path) })
	if err := inspect(path); err != nil {
		t.Error(err)
	}
	if err := <-copied; err != nil {
		t.Fatal(err)
	}
}

// snapshot returns the names, sizes and contents of the files in a folder.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s %x\n", e.Name(), info.ModTime(), checksum(content))
	}
	return b.String()
}

func checksum(b []byte) (sum uint64) {
	for _, c := range b {
		sum = sum*1099511628211 ^ uint64(c)
	}
	return sum
}

func TestOpenOddPaths(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a b.db", "a?mode=memory", "a#b", "100%25.db", "ünï.db", "file:x", ":memory:.db", "-", "'", strings.Repeat("x", 200)} {
		s := openAt(t, filepath.Join(dir, name))
		commitAll(t, s, (&looper{thread: "t"}).next())
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%q: no file of that name: %v", name, err)
		}
		if n := wantLoop(t, openAt(t, filepath.Join(dir, name)), "t"); n != 1 {
			t.Errorf("%q: %d steps", name, n)
		}
	}
}

func TestOpenEmptyFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := openAt(t, path)
	commitAll(t, s, (&looper{thread: "t"}).next())
	wantLoop(t, s, "t")
	if n := numbers(t, s, "PRAGMA auto_vacuum"); n[0] != 2 {
		t.Errorf("auto_vacuum is %d, want 2", n[0])
	}
}

func TestOpenByLink(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(s.path, link); err != nil {
		t.Fatal(err)
	}
	other := openAt(t, link)
	release, err := s.Lease(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if _, err := other.Lease(t.Context(), "t"); !errors.Is(err, ErrBusy) {
		t.Errorf("Lease by way of a link: %v, want ErrBusy", err)
	}
}

func TestOpenAtTheSameTime(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			s, err := Open(path, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			commitAll(t, s, (&looper{thread: fmt.Sprint("t", i)}).next())
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s := openAt(t, path)
	for i := range 8 {
		wantLoop(t, s, fmt.Sprint("t", i))
	}
	wantSound(t, s)
}

func TestClose(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := openAt(t, filepath.Join(dir, "test.db"))
	b := openAt(t, a.path)
	commitAll(t, a, (&looper{thread: "t"}).next())
	wantLoop(t, b, "t")
	release, err := a.Lease(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	closeNow(t, a)
	wantFolder(t, dir, "test.db", "test.db-lock", "test.db-shm", "test.db-wal")
	release()
	if _, err := b.Lease(t.Context(), "t"); err != nil {
		t.Errorf("Lease after the other store was closed: %v", err)
	}
	for _, err := range []error{
		a.Commit(t.Context(), (&looper{thread: "t"}).next()),
		a.DeleteThread(t.Context(), "t"),
		a.Vacuum(t.Context()),
		func() error { _, err := a.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); return err }(),
		func() error { _, err := a.Threads(t.Context(), ThreadFilter{}); return err }(),
		func() error { _, err := a.Lease(t.Context(), "t"); return err }(),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("after Close: %v, want ErrClosed", err)
		}
	}
	if err := a.Close(); err != nil {
		t.Errorf("Close again: %v", err)
	}
	closeNow(t, b)
	wantFolder(t, dir, "test.db", "test.db-lock")
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	w := openNew(t)
	l := looper{thread: "t"}
	commitAll(t, w, l.next())
	r, err := Open(w.path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	commitAll(t, w, l.next())
	if n := wantLoop(t, r, "t"); n != 2 {
		t.Errorf("%d steps, want 2", n)
	}
	for _, err := range []error{
		r.Commit(t.Context(), l.next()),
		r.DeleteThread(t.Context(), "t"),
		r.Prune(t.Context(), "t", 1),
		r.Vacuum(t.Context()),
		r.SetThreadScript(t.Context(), "t", ScriptRef{}, nil),
		func() error { _, err := r.Lease(t.Context(), "t"); return err }(),
	} {
		if !errors.Is(err, ErrReadOnly) {
			t.Errorf("writing: %v, want ErrReadOnly", err)
		}
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	commitAll(t, s, (&looper{thread: "t"}).next())
	closeNow(t, s)
	steps := append(migrations(), "ALTER TABLE threads ADD COLUMN tag TEXT; UPDATE threads SET tag = 'old'", "CREATE TABLE extra (n INTEGER)")
	known := len(migrations())
	bad := append(migrations(), steps[known], "CREATE TABLE extra (n INTEGER); CREATE TABLE extra (n INTEGER)")
	if _, err := open(path, Options{}, bad); err == nil || err.Error() != fmt.Sprintf("migrate from schema %d to %d: table extra already exists", known+1, known+2) {
		t.Errorf("a migration that fails: %v", err)
	}
	if n := numbers(t, openAt(t, path), "PRAGMA user_version"); n[0] != int64(known) {
		t.Errorf("after a migration that failed the schema is %d, want %d", n[0], known)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			s, err := open(path, Options{}, steps)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if n := numbers(t, s, "SELECT count(*) FROM threads WHERE tag = 'old'"); n[0] != 1 {
				t.Errorf("%d threads were migrated, want 1", n[0])
			}
			if n := numbers(t, s, "PRAGMA user_version"); n[0] != int64(known+2) {
				t.Errorf("the schema is %d, want %d", n[0], known+2)
			}
			wantLoop(t, s, "t")
		})
	}
	wg.Wait()
	if _, err := Open(path, Options{}); err == nil {
		t.Error("an older hitlrun opens a newer store")
	}
}

func TestDamaged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	l := looper{thread: "t"}
	for range 500 {
		commitAll(t, s, l.next())
	}
	closeNow(t, s)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 20 * 4096; i < len(content); i++ {
		content[i] ^= 0x5a
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err = Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Get(t.Context(), checkpoint.Key{ThreadID: "t"})
	if want := "get checkpoint  of thread t: the file is damaged: it is not as hitlrun wrote it: page "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("Get: %v\nwant %s", err, want)
	}
}

// TestLocked holds the write lock of a file for longer than the store waits.
func TestLocked(t *testing.T) {
	t.Parallel()
	a := openNew(t)
	b, err := Open(a.path, Options{BusyTimeout: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := a.w.c.Run("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	l := looper{thread: "t"}
	err = b.Commit(t.Context(), l.next())
	if want := "commit to thread t: the store is locked by another store of this process (waited 20ms): nothing was written; try again, or wait longer (--busy-timeout)"; err == nil || err.Error() != want {
		t.Errorf("Commit: %v\nwant %s", err, want)
	}
	if err := a.w.c.Run("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	l = looper{thread: "t"}
	commitAll(t, b, l.next())
}

// Whoever reads, writes or closes at the same time waits for the others, and not for ever.
func TestCloseWhileUsed(t *testing.T) {
	t.Parallel()
	for round := range 30 {
		s, err := Open(filepath.Join(t.TempDir(), "test.db"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		l := &looper{thread: "t"}
		commitAll(t, s, l.next())
		first := l.next()
		done := make(chan struct{})
		go func() {
			defer close(done)
			var wg sync.WaitGroup
			for i := range 8 {
				wg.Go(func() {
					for range 200 {
						var err error
						if i%2 == 0 {
							_, err = s.Get(context.Background(), checkpoint.Key{ThreadID: "t"})
						} else {
							err = s.Commit(context.Background(), first)
						}
						if errors.Is(err, ErrClosed) {
							return
						}
					}
				})
			}
			time.Sleep(time.Duration(round%5) * time.Millisecond)
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			wg.Wait()
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatal("reading, writing and closing wait for each other")
		}
	}
}

// A transaction reads no more than Options.MaxRead, however many values the bytes are in.
func TestMaxRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	key := checkpoint.Key{ThreadID: "t"}
	ids := checkpoint.IDs{}
	cp := &checkpoint.Checkpoint{ID: ids.New(0)}
	for _, channel := range []string{"a", "b", "c"} {
		cp.Versions = append(cp.Versions, checkpoint.Version{Channel: channel, N: 1})
		blob := checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`"` + strings.Repeat(channel, 500<<10) + `"`)}
		cp.Values = append(cp.Values, checkpoint.Value{Channel: channel, Version: 1, Blob: blob})
	}
	if err := s.Commit(t.Context(), checkpoint.Batch{Key: key, Checkpoint: cp}); err != nil {
		t.Fatal(err)
	}
	closeNow(t, s)
	for most, want := range map[int]string{0: "", 2 << 20: "", 1 << 20: "too much to be read at once", 400 << 10: "too long"} {
		s, err := Open(path, Options{MaxRead: most})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second transaction has the whole bound
			if _, err := s.Get(t.Context(), key); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("at most %d bytes: %v, want %q", most, err, want)
			}
		}
		closeNow(t, s)
	}
}

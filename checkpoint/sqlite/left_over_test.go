// This file tests what is left of stores that were not made, files of 0 bytes, and systems without locks.

package sqlite

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// deadProcess returns the number of a process that has ended.
func deadProcess(t *testing.T) int {
	t.Helper()
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

func TestLeftOvers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db")
	dead := deadProcess(t)
	gone := filepath.Join(dir, fmt.Sprintf("test.db.%d-abc.new", dead))
	locked := filepath.Join(dir, fmt.Sprintf("test.db.%d-def.new", dead)) // in another container
	young := filepath.Join(dir, fmt.Sprintf("test.db.%d-abc.new", os.Getppid()))
	old := filepath.Join(dir, fmt.Sprintf("test.db.%d-old.new", os.Getppid())) // its number has another process now
	others := []string{filepath.Join(dir, "notes.new"), filepath.Join(dir, "test.db.x-y.new"), filepath.Join(dir, fmt.Sprintf("other.db.%d-abc.new", dead))}
	for _, name := range append(others, gone, locked, young, old) {
		if err := os.WriteFile(name, []byte("half a store"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	hourAgo := time.Now().Add(-time.Hour)
	if err := os.Chtimes(old, hourAgo, hourAgo); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(locked, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if busy, _, err := lock(f, creationOffset); busy || err != nil {
		t.Fatal(busy, err)
	}
	closeNow(t, openAt(t, path))
	for _, name := range []string{gone, old} {
		if dbfile.Exists(name) {
			t.Errorf("%s is left", name)
		}
	}
	for _, name := range append(others, locked, young) {
		if !dbfile.Exists(name) {
			t.Errorf("%s was removed", name)
		}
	}
}

// A process that is killed while it makes a store leaves nothing that the next one does not remove.
func TestKillWhileMade(t *testing.T) {
	t.Parallel()
	left := 0
	for range 40 {
		dir := t.TempDir()
		path := filepath.Join(dir, "test.db")
		cmd, _ := start(t, "open", path)
		for begin := time.Now(); time.Since(begin) < time.Second; {
			if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
				break
			}
		}
		time.Sleep(time.Duration(rand.Int64N(int64(2 * time.Millisecond))))
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		if names, _ := filepath.Glob(filepath.Join(dir, "*.new*")); len(names) > 0 {
			left++
		}
		// With a second name, as of one that was killed behind the link.
		if dbfile.Exists(path) {
			if err := os.Link(path, fmt.Sprintf("%s.%d-abc.new", path, cmd.Process.Pid)); err != nil {
				t.Fatal(err)
			}
		}
		s := openAt(t, path)
		commitAll(t, s, (&looper{thread: "t"}).next())
		closeNow(t, s)
		if names, _ := filepath.Glob(filepath.Join(dir, "*.new*")); len(names) > 0 {
			t.Errorf("left: %q", names)
		}
	}
	t.Logf("%d of 40 left something", left)
	if left == 0 {
		t.Error("no process was killed while it made a store")
	}
}

// removeNewFiles removes the new files of a store that nobody has locked yet, whatever their age, as a process does whose clock is ahead. It
// prints a line for each, until its process ends.
func removeNewFiles(path string) int {
	for {
		names, _ := filepath.Glob(path + ".*.new")
		for _, name := range names {
			hourAgo := time.Now().Add(-time.Hour)
			_ = os.Chtimes(name, hourAgo, hourAgo) // it may be gone
		}
		left, err := leftOvers(path)
		if err != nil {
			fmt.Println(err)
			return 1
		}
		for _, name := range left {
			if os.Remove(name) == nil {
				fmt.Println(name)
			}
		}
	}
}

// A new store and a copy are made again if a process whose clock is ahead removes their file.
func TestNewFileRemoved(t *testing.T) {
	t.Parallel()
	source := openAt(t, filepath.Join(t.TempDir(), "source.db"))
	commitAll(t, source, (&looper{thread: "t"}).next())
	for name, makeOne := range map[string]func(path string) error{
		"store": func(path string) error {
			s, err := Open(path, Options{})
			if err != nil {
				return err
			}
			defer os.Remove(path)
			return s.Close()
		},
		"copy": func(path string) error {
			_, err := source.Backup(t.Context(), path, true)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			cmd, out := start(t, "remove", path)
			var removed atomic.Int64
			ended := make(chan struct{})
			go func() {
				for out.Scan() {
					removed.Add(1)
				}
				close(ended)
			}()
			for range 3000 {
				if err := makeOne(path); err != nil {
					t.Fatalf("after %d files were removed: %v", removed.Load(), err)
				}
				if removed.Load() >= 10 {
					break
				}
			}
			_ = cmd.Process.Kill()
			<-ended
			_ = cmd.Wait()
			if removed.Load() < 10 {
				t.Errorf("only %d files were removed", removed.Load())
			}
		})
	}
}

func TestOpenCutOffFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	commitAll(t, s, (&looper{thread: "t"}).next())
	if err := s.CloseAtExit(); err != nil {
		t.Fatal(err)
	}
	for _, side := range []string{"-wal", "-lock"} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Dir(path))); err != nil {
			t.Fatal(err)
		}
		cut := filepath.Join(dir, "test.db")
		if err := os.Truncate(cut, 0); err != nil {
			t.Fatal(err)
		}
		before := snapshot(t, dir)
		for _, o := range []Options{{}, {ReadOnly: true}} {
			want := "open store " + cut + ": it is an empty file, but there is test.db" + side + ": a store was there and was cut off; put a backup in its place, or remove both to start a new store"
			if side == "-lock" {
				os.Remove(cut + "-wal")
				before = snapshot(t, dir)
			}
			if _, err := Open(cut, o); err == nil || err.Error() != want {
				t.Errorf("Open: %v\nwant %s", err, want)
			}
		}
		if after := snapshot(t, dir); after != before {
			t.Errorf("the files have changed:\n%s\nbefore\n%s", after, before)
		}
	}
	t.Run("removed", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Dir(path))); err != nil {
			t.Fatal(err)
		}
		gone := filepath.Join(dir, "test.db")
		if err := os.Remove(gone); err != nil {
			t.Fatal(err)
		}
		before := snapshot(t, dir)
		want := "open store " + gone + ": there is no such file, but there is test.db-wal: a store was there, and this has a part of it; put the store or a backup in its place, or remove this one, too, to start a new store"
		for _, o := range []Options{{}, {ReadOnly: true}} {
			if _, err := Open(gone, o); err == nil || err.Error() != want {
				t.Errorf("Open: %v\nwant %s", err, want)
			}
		}
		if after := snapshot(t, dir); after != before {
			t.Errorf("the files have changed:\n%s\nbefore\n%s", after, before)
		}
		if err := os.Remove(gone + "-wal"); err != nil {
			t.Fatal(err)
		}
		if s, err := Open(gone, Options{}); err != nil || s.Close() != nil {
			t.Errorf("Open without the WAL: %v", err)
		}
	})
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(empty, Options{ReadOnly: true}); err == nil || err.Error() != "open store "+empty+": it is an empty file (0 bytes), not a store" {
		t.Errorf("Open an empty file to read: %v", err)
	}
}

// Where there are no locks a store can be read, and not written. The test runs itself as on such a system.
func TestWithoutLocks(t *testing.T) {
	t.Parallel()
	if !haveLocks {
		s, err := Open(os.Getenv("SQLITE_TEST_PATH"), Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		wantLoop(t, s, "t")
		closeNow(t, s)
		if _, err := Open(os.Getenv("SQLITE_TEST_PATH"), Options{}); err == nil || !strings.Contains(err.Error(), "has no file locks that hitlrun knows") {
			t.Errorf("Open to write: %v", err)
		}
		m := openAt(t, dbfile.Memory)
		commitAll(t, m, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone}})
		return
	}
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	commitAll(t, s, (&looper{thread: "t"}).next())
	closeNow(t, s)
	cmd := exec.CommandContext(t.Context(), "go", "test", "-tags", "hitlrun_nolocks", "-run", "^TestWithoutLocks$", "-v", ".")
	cmd.Env = append(os.Environ(), "SQLITE_TEST_PATH="+path)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestWithoutLocks") {
		t.Errorf("%v\n%s", err, out)
	}
}

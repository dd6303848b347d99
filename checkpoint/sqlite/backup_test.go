// This file tests copies of stores that are in use.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// TestBackupBesideWriters copies a store again and again while another process and this one write
// to it: each copy is sound, has all that was reported before it began, and no step without the one before.
func TestBackupBesideWriters(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	cmd, out := start(t, "commit", s.path, "SQLITE_TEST_STEPS=1000000", "SQLITE_TEST_THREAD=there")
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	if !out.Scan() || out.Text() != "ready" {
		t.Fatal(out.Text())
	}
	if !out.Scan() {
		t.Fatal("the other process has committed nothing")
	}
	go func() { // the pipe must not fill up
		for out.Scan() {
		}
	}()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	committed := make(chan int, 1)
	committed <- 0
	go func() {
		l := looper{thread: "here"}
		for ctx.Err() == nil {
			if err := s.Commit(context.Background(), l.next()); err != nil {
				done <- err
				return
			}
			committed <- <-committed + 1
		}
		done <- nil
	}()
	for i := range 8 {
		for { // there is something to copy
			n := <-committed
			committed <- n
			if n >= 50*(i+1) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		n := <-committed
		committed <- n
		path := filepath.Join(t.TempDir(), "copy.db")
		reader, err := Open(s.path, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		size, err := reader.Backup(t.Context(), path, false)
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
		if info, err := os.Stat(path); err != nil || info.Size() != size {
			t.Fatalf("%v, %v; want %d bytes", info, err, size)
		}
		c := openAt(t, path)
		wantSound(t, c)
		if got := wantLoop(t, c, "here"); got < n {
			t.Errorf("copy %d has %d steps, %d were committed before it began", i, got, n)
		}
		if n := wantLoop(t, c, "there"); n == 0 {
			t.Errorf("copy %d has no steps of the other process", i)
		}
		if vacuum := numbers(t, c, "PRAGMA auto_vacuum")[0]; vacuum != 2 {
			t.Errorf("auto_vacuum is %d", vacuum)
		}
		l := looper{thread: "new"}
		commitAll(t, c, l.next())
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// writingContext writes whenever it is asked whether it is done, which it is after some time.
type writingContext struct {
	context.Context
	write func()
	asked int
}

func (c *writingContext) Err() error {
	if c.asked++; c.asked > 50 {
		return errors.New("the copy does not come to its end")
	}
	c.write()
	return nil
}

// TestBackupBetweenWrites has someone else write after each step of a copy.
func TestBackupBetweenWrites(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	const steps = 5
	commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "big"}, Checkpoint: &checkpoint.Checkpoint{
		ID: "1", Versions: []checkpoint.Version{{Channel: "c", N: 1}},
		Values: []checkpoint.Value{{Channel: "c", Version: 1, Blob: jsonf("%q", strings.Repeat("x", steps*backupPages*4096))}},
	}})
	l := looper{thread: "t"}
	other := openAt(t, s.path)
	ctx := &writingContext{Context: t.Context(), write: func() { commitAll(t, other, l.next()) }}
	path := filepath.Join(t.TempDir(), "copy.db")
	if _, err := s.Backup(ctx, path, false); err != nil {
		t.Fatal(err)
	}
	if ctx.asked < steps {
		t.Errorf("the copy took %d steps", ctx.asked)
	}
	c := openAt(t, path)
	wantSound(t, c)
	wantLoop(t, c, "t")
}

// TestBackupEncrypted copies an encrypted store without its key.
func TestBackupEncrypted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Open(filepath.Join(dir, "test.db"), Options{Keys: keysOf("a")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const secret = "nobody may read this"
	var ids checkpoint.IDs
	pause(t, s, &ids, "t", strings.Repeat(secret, 100))
	if err := os.Chmod(s.path, 0o600); err != nil {
		t.Fatal(err)
	}
	blind, err := Open(s.path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer blind.Close()
	path := filepath.Join(dir, "copy.db")
	if _, err := blind.Backup(t.Context(), path, false); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), secret) {
		t.Error("the copy is not encrypted")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want that of the store", info.Mode(), err)
	}
	c, err := Open(path, Options{Keys: keysOf("a")})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	thread, err := c.Thread(t.Context(), "t")
	if err != nil || !strings.Contains(string(thread.Interrupts[0].Value.Data), secret) {
		t.Errorf("the copy has %+v, %v", thread, err)
	}
	wantWell(t, c)
}

// TestBackupName tests what may become of the file with the name of the copy.
func TestBackupName(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	l := looper{thread: "t"}
	commitAll(t, s, l.next())
	dir := t.TempDir()
	path := filepath.Join(dir, "copy.db")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := func(path string, replace bool, want string) {
		t.Helper()
		before, _ := os.ReadFile(path)
		_, err := s.Backup(t.Context(), path, replace)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Backup to %s: %v, want %s", path, err, want)
		}
		if after, _ := os.ReadFile(path); string(before) != string(after) {
			t.Errorf("%s was changed", path)
		}
	}
	write(path, "mine")
	want(path, false, "the file exists")
	if _, err := s.Backup(t.Context(), path, false); !errors.Is(err, ErrExists) {
		t.Errorf("Backup to a file that exists: %v", err)
	}
	want(s.path, true, "it is the store itself")
	want(dir, true, "it is a folder")
	want(filepath.Join(dir, "no", "copy.db"), false, "does not exist")
	if err := os.Symlink(s.path, filepath.Join(dir, "link.db")); err != nil {
		t.Fatal(err)
	}
	want(filepath.Join(dir, "link.db"), true, "it is the store itself")
	write(path+"-wal", "what a process left")
	want(path, true, "copy.db-wal")
	os.Remove(path + "-wal")

	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Backup(ctx, path, true); !errors.Is(err, context.Canceled) {
		t.Errorf("Backup with a context that is done: %v", err)
	}
	// One that was killed before is removed, one that is being made is not.
	dead := path + ".2147483646-abc.new"
	alive := fmt.Sprintf("%s.%d-abc.new", path, os.Getpid())
	locking := path + ".2147483645-abc.new"
	for _, name := range []string{dead, alive, locking} {
		write(name, "half a copy")
	}
	f, err := os.OpenFile(locking, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, _, err := lock(f, creationOffset); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Backup(t.Context(), path, true); err != nil {
		t.Fatal(err)
	}
	if dbfile.Exists(dead) || !dbfile.Exists(alive) || !dbfile.Exists(locking) {
		t.Errorf("left are: dead %t, alive %t, locking %t", dbfile.Exists(dead), dbfile.Exists(alive), dbfile.Exists(locking))
	}
	c := openAt(t, path)
	if n := wantLoop(t, c, "t"); n != 1 {
		t.Errorf("%d steps", n)
	}
	write(dead, "half a copy")
	found := diagnose(t, c)
	if len(found) != 1 || found[0].Check != CheckSide || !found[0].Harmless || !strings.Contains(found[0].Message, dead) {
		t.Errorf("Doctor found %+v, want the file %s", found, dead)
	}
	if _, err := s.Backup(t.Context(), path, true); err == nil || !strings.Contains(err.Error(), "copy.db-wal: a store of that name is open") {
		t.Errorf("Backup to a store that is open: %v", err)
	}
	// A WAL that a process has left is no hindrance: it is worked into the file first.
	left := filepath.Join(dir, "left.db")
	cmd, out := start(t, "leave", left)
	if out.Scan(); cmd.Wait() != nil {
		t.Fatal(out.Text())
	}
	old, err := os.ReadFile(left)
	if err != nil || !dbfile.Exists(left+"-wal") {
		t.Fatal("there is no WAL", err)
	}
	if _, err := s.Backup(ctx, left, true); !errors.Is(err, context.Canceled) {
		t.Errorf("Backup with a context that is done: %v", err)
	}
	if now, err := os.ReadFile(left); err != nil || len(now) < len(old) {
		t.Error("what was in the WAL is lost", err)
	}
	if _, err := s.Backup(t.Context(), left, true); err != nil {
		t.Fatal(err)
	}
	if n := wantLoop(t, openAt(t, left), "t"); n != 1 {
		t.Errorf("%d steps", n)
	}
	m := openAt(t, dbfile.Memory)
	if _, err := m.Backup(t.Context(), filepath.Join(dir, "m.db"), false); err == nil {
		t.Error("a store in memory has a copy")
	}
}

// TestBackupKilled kills processes while they copy: there is a whole copy or none.
func TestBackupKilled(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	big := looper{thread: "t"}
	for range 2000 {
		commitAll(t, s, big.next())
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	whole := 0
	for i := range 30 {
		cmd, out := start(t, "backup", s.path, "SQLITE_TEST_COPY="+path)
		if !out.Scan() || out.Text() != "ready" {
			t.Fatal(out.Text())
		}
		time.Sleep(time.Duration(i) * 300 * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		if !dbfile.Exists(path) {
			continue
		}
		whole++
		c := openAt(t, path)
		wantSound(t, c)
		if n := wantLoop(t, c, "t"); n != 2000 {
			t.Errorf("round %d: the copy has %d steps", i, n)
		}
		closeNow(t, c)
		os.Remove(path)
	}
	t.Logf("%d of 30 copies were whole", whole)
	if _, err := s.Backup(t.Context(), path, false); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(path + ".*")
	if err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

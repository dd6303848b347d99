// This file tests that keys change, that nothing is lost when that is broken off, and that
// no plain text stays behind.

package sqlite

import (
	"context"
	"database/sql/driver"
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

// keyNumbers returns with which keys the rows of a store are sealed, and the table keys.
func keyNumbers(tb testing.TB, s *Store) (used map[string]bool, keys int) {
	tb.Helper()
	used = map[string]bool{}
	err := s.view(tb.Context(), func(c *conn) error {
		for _, t := range sealedTables() {
			for _, column := range t.columns {
				rows := c.Query("SELECT hex(substr(" + column + ", 1, 1)) FROM " + t.name + " WHERE " + column + " IS NOT NULL")
				var v [1]driver.Value
				for rows.Into(v[:]) {
					used[dbfile.Text(v[0])] = true
				}
				if err := rows.Close(); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return used, len(numbers(tb, s, "SELECT id FROM keys WHERE length(fingerprint) > 0"))
}

// fillMany fills many threads, so that Rekey has several batches to do.
func fillMany(tb testing.TB, s *Store) string {
	tb.Helper()
	for i := range 40 {
		fillMarked(tb, s, fmt.Sprint("t", i))
	}
	l := looper{thread: "loop"}
	for range 300 {
		commitAll(tb, s, l.next())
	}
	return allOf(tb, s)
}

func TestRekey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openKeys(t, path, "")
	want := fillMany(t, s)
	// Something that was deleted must not stay in free pages.
	commitAll(t, s, (&looper{thread: marker}).next())
	fillMarked(t, s, "gone")
	for _, id := range []string{marker, "gone", "gone-failed"} {
		if err := s.DeleteThread(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ opened, letters, read string }{
		{"", "a", "a"}, // encrypt
		{"a", "a", "a"},
		{"a", "b", "b"}, // with the old key in Options.Keys
		{"", "ab", "a"}, // back, with both in the new ones
		{"", "ca", "c"},
		{"cx", "", ""}, // decrypt
		{"", "x", "xy"},
	} {
		closeNow(t, s)
		s = openKeys(t, path, step.opened)
		var keys *Keys
		if step.letters != "" {
			keys = keysOf(step.letters)
		}
		if err := s.Rekey(t.Context(), keys); err != nil {
			t.Fatalf("%+v: %v", step, err)
		}
		plain := inFiles(t, path)
		if (step.letters == "") != (plain > 0) {
			t.Errorf("%+v: the marker is in the files %d times", step, plain)
		}
		if got := allOf(t, s); got != want {
			t.Errorf("%+v: the store has\n%s\nwant\n%s", step, got, want)
		}
		fillMarked(t, s, "more") // it can be written to
		for _, id := range []string{"more", "more-failed"} {
			if err := s.DeleteThread(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		closeNow(t, s)
		s = openKeys(t, path, step.read)
		if got := allOf(t, s); got != want {
			t.Errorf("%+v: opened again the store has\n%s\nwant\n%s", step, got, want)
		}
		if used, keys := keyNumbers(t, s); keys > 1 || step.letters != "" && len(used) != 1 {
			t.Errorf("%+v: rows have keys %v, there are %d", step, used, keys)
		}
		if mode := numbers(t, s, "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'"); mode[0] != 1 {
			t.Errorf("%+v: the file left WAL mode", step)
		}
		wantSound(t, s)
	}
}

func TestRekeyInMemory(t *testing.T) {
	t.Parallel()
	s := openKeys(t, dbfile.Memory, "")
	want := fillMarked(t, s, "t")
	for _, letters := range []string{"a", "ba", ""} {
		var keys *Keys
		if letters != "" {
			keys = keysOf(letters)
		}
		if err := s.Rekey(t.Context(), keys); err != nil {
			t.Fatal(err)
		}
		if got := allOf(t, s); got != want {
			t.Errorf("keys %q: the store has\n%s\nwant\n%s", letters, got, want)
		}
	}
}

// TestRekeyOpenElsewhere has another store open the file: it may not be encrypted then.
func TestRekeyOpenElsewhere(t *testing.T) {
	t.Parallel()
	for _, letters := range []string{"", "a"} {
		for _, readOnly := range []bool{false, true} {
			path := filepath.Join(t.TempDir(), "test.db")
			o := Options{BusyTimeout: 20 * time.Millisecond}
			to := keysOf("a")
			if letters != "" {
				o.Keys, to = to, nil
			}
			s, err := Open(path, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			want := fillMarked(t, s, "t")
			o.ReadOnly = readOnly
			other, err := Open(path, o)
			if err != nil {
				t.Fatal(err)
			}
			err = s.Rekey(t.Context(), to)
			if want := "rekey store " + s.path + ": the store is open elsewhere: stop what uses it, and try again"; err == nil || err.Error() != want {
				t.Errorf("Rekey of a store that is open elsewhere: %v\nwant %s", err, want)
			}
			if got := allOf(t, other); got != want {
				t.Errorf("the other store has\n%s\nwant\n%s", got, want)
			}
			wantAll(t, s, want)
			closeNow(t, other)
			if err := s.Rekey(t.Context(), to); err != nil {
				t.Errorf("Rekey: %v", err)
			}
			wantAll(t, s, want)
		}
	}
}

// countdown is a context that ends when it has been asked a number of times.
type countdown struct {
	context.Context
	mu   sync.Mutex
	left int
	each func()
}

func (c *countdown) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.each != nil {
		c.each()
	}
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestRekeyBrokenOff breaks Rekey off at each of its steps. The store can be read then,
// and written to, and the next Rekey does what is left.
func TestRekeyBrokenOff(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openKeys(t, path, "a")
	want := fillMany(t, s)
	mixed := 0
	broken := 0
	for letters, n := "ba", 0; ; n++ {
		err := s.Rekey(&countdown{Context: t.Context(), left: n}, keysOf(letters))
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		other := openKeys(t, path, letters)
		if got := allOf(t, other); got != want {
			t.Fatalf("broken off at %d: the store has\n%s\nwant\n%s", n, got, want)
		}
		used, _ := keyNumbers(t, other)
		if len(used) > 1 {
			mixed++
		}
		l := looper{thread: "new"}
		commitAll(t, other, l.next())
		if err := other.DeleteThread(t.Context(), "new"); err != nil {
			t.Fatal(err)
		}
		closeNow(t, other)
		if err == nil {
			break
		}
		broken++
		// Start again with the other key first, so that there is something to do.
		letters = letters[1:] + letters[:1]
	}
	if broken < 5 || mixed == 0 {
		t.Errorf("broken off %d times, %d times with rows of two keys", broken, mixed)
	}
}

// TestEncryptBrokenOff copies the files while a store is being encrypted, as they would
// be left if the process died, and breaks it off.
func TestEncryptBrokenOff(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openKeys(t, path, "")
	want := fillMany(t, s)
	copies := 0
	ctx := &countdown{Context: t.Context(), left: 5}
	ctx.each = func() {
		dir := t.TempDir()
		for _, name := range []string{"test.db", "test.db-wal", "test.db-journal"} {
			content, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, name), content, 0o600)
			}
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Error(err)
			}
		}
		if got := allOf(t, openKeys(t, filepath.Join(dir, "test.db"), "")); got != want {
			t.Errorf("the copy has\n%s\nwant\n%s", got, want)
		}
		copies++
	}
	if err := s.Rekey(ctx, keysOf("a")); !errors.Is(err, context.Canceled) || copies < 6 {
		t.Errorf("Rekey: %v after %d steps", err, copies)
	}
	wantAll(t, s, want)
	if err := s.Rekey(t.Context(), keysOf("a")); err != nil {
		t.Fatal(err)
	}
	// One that died before it had written the file anew says so in the file.
	target := s.o.Keys.list[0]
	if err := s.alone(t.Context(), func(c *conn) error { return c.putKey(target, probeUnclean) }); err != nil {
		t.Fatal(err)
	}
	if err := s.Rekey(t.Context(), keysOf("a")); err != nil {
		t.Fatal(err)
	}
	if rows, err := s.w.c.keyRows(s.o.Keys); err != nil || len(rows) != 1 || rows[0].probe != probeReady {
		t.Errorf("keys: %+v, %v", rows, err)
	}
	wantAll(t, s, want)
}

// TestRekeyKilled kills processes that do nothing else.
func TestRekeyKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openKeys(t, path, "")
	want := fillMany(t, s)
	closeNow(t, s)
	for i := range 12 {
		cmd, out := start(t, "rekey", path)
		if !out.Scan() || out.Text() != "ready" {
			t.Fatal(out.Text())
		}
		time.Sleep(time.Duration(i) * 9 * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		s, err := Open(path, Options{Keys: keysOf("abc")})
		if errors.Is(err, ErrKey) {
			s, err = Open(path, Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := allOf(t, s); got != want {
			t.Fatalf("after %d kills the store has\n%s\nwant\n%s", i+1, got, want)
		}
		if s.w.c.ring != nil {
			if err := s.Rekey(t.Context(), nil); err != nil { // as the next process expects it
				t.Fatal(err)
			}
		}
		wantSound(t, s)
		closeNow(t, s)
	}
}

// TestRekeyWhileUsed changes keys while two other stores read and write.
func TestRekeyWhileUsed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openKeys(t, path, "ab")
	fillMarked(t, s, "t")
	stop := make(chan struct{})
	var wg sync.WaitGroup
	steps := make([]int, 3)
	for i, user := range []*Store{s, openKeys(t, path, "ab"), openKeys(t, path, "ba")} {
		wg.Go(func() {
			l := looper{thread: fmt.Sprint("loop", i)}
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := user.Commit(t.Context(), l.next()); err != nil {
					t.Error(i, err)
					return
				}
				steps[i]++
				if _, err := user.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); err != nil {
					t.Error(i, err)
					return
				}
				if steps[i]%10 == 0 {
					if _, err := user.Threads(t.Context(), ThreadFilter{}); err != nil {
						t.Error(i, err)
						return
					}
				}
			}
		})
	}
	for i := range 20 {
		if err := s.Rekey(t.Context(), keysOf([]string{"ba", "ab"}[i%2])); err != nil && !errors.Is(err, errOtherRekey) {
			t.Error(err)
		}
	}
	close(stop)
	wg.Wait()
	other := openKeys(t, path, "ab")
	for i, n := range steps {
		if got := wantLoop(t, other, fmt.Sprint("loop", i)); got != n || n == 0 {
			t.Errorf("loop %d has %d steps, want %d", i, got, n)
		}
	}
	wantSound(t, other)
}

// TestRetiredKey uses a store that has only the old key: it must not write any more.
func TestRetiredKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openKeys(t, path, "a")
	fillMany(t, s)
	old := openKeys(t, path, "a")
	if err := s.Rekey(&countdown{Context: t.Context(), left: 20}, keysOf("ba")); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	l := looper{thread: "new"}
	err := old.Commit(t.Context(), l.next())
	if want := "is being replaced by another one, which the key file does not have"; !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), want) {
		t.Errorf("Commit with the old key meanwhile: %v", err)
	}
	if err := s.Rekey(t.Context(), keysOf("ba")); err != nil {
		t.Fatal(err)
	}
	l = looper{thread: "new"}
	err = old.Commit(t.Context(), l.next())
	if want := "the store is encrypted with key " + keysOf("b").String() + "; the key file has " + keysOf("a").String(); !errors.Is(err, ErrKey) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("Commit with the old key: %v", err)
	}
	_, err = old.Get(t.Context(), checkpoint.Key{ThreadID: "loop"})
	if want := "this was encrypted with key"; !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), want) {
		t.Errorf("Get with the old key: %v", err)
	}
}

// TestRekeyWhileIDsChange commits a checkpoint with an id that is no UUID between two batches of a Rekey: all ids of the thread are text
// then, and sort before those that the Rekey has done.
func TestRekeyWhileIDsChange(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openKeys(t, path, "a")
	l := looper{thread: "loop"}
	for range batchRows + 100 {
		commitAll(t, s, l.next())
	}
	other := openKeys(t, path, "ba")
	prepare, changed := s.w.prepare, false
	s.w.prepare = func() error {
		if used, _ := keyNumbers(t, other); len(used) > 1 && !changed {
			changed = true
			head, err := other.Get(t.Context(), checkpoint.Key{ThreadID: "loop"})
			if err != nil {
				return err
			}
			commitAll(t, other, checkpoint.Batch{Key: head.Key, Checkpoint: &checkpoint.Checkpoint{ID: "z", ParentID: head.Key.ID}})
		}
		return prepare()
	}
	if err := s.Rekey(t.Context(), keysOf("b")); err != nil {
		t.Fatal(err)
	}
	if !changed {
		t.Error("nothing was committed meanwhile")
	}
	if used, keys := keyNumbers(t, s); len(used) != 1 || keys != 1 {
		t.Errorf("rows have the keys %v, there are %d", used, keys)
	}
	n := 0
	for _, err := range s.List(t.Context(), checkpoint.Key{ThreadID: "loop"}, checkpoint.ListOptions{}) {
		if err != nil {
			t.Fatalf("after %d checkpoints: %v", n, err)
		}
		n++
	}
	if n != batchRows+101 {
		t.Errorf("%d checkpoints, want %d", n, batchRows+101)
	}
}

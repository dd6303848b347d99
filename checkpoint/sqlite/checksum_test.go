// This file damages stores in all ways that change one bit, and stores of older versions.

package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// everything returns all that can be read of a store, or the first error.
func everything(s *Store) (string, error) {
	ctx := context.Background()
	var b strings.Builder
	ids, err := s.ThreadIDs(ctx)
	if err != nil {
		return "", err
	}
	threads, err := s.Threads(ctx, ThreadFilter{})
	if err != nil {
		return "", err
	}
	fmt.Fprintln(&b, ids)
	for _, t := range threads {
		fmt.Fprintf(&b, "%+v\n", t)
	}
	for _, id := range ids {
		one, err := s.Thread(ctx, id)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%+v\n", *one)
		newest, err := s.Get(ctx, checkpoint.Key{ThreadID: id})
		if err != nil && !errors.Is(err, checkpoint.ErrNotFound) {
			return "", err
		}
		if newest != nil {
			fmt.Fprintf(&b, "%+v %+v\n", newest.Key, newest.Newest)
		}
		for tuple, err := range s.List(ctx, checkpoint.Key{ThreadID: id}, checkpoint.ListOptions{AllNS: true}) {
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "%+v %+v", tuple.Key, *tuple.Checkpoint)
			for _, v := range tuple.Checkpoint.Values {
				fmt.Fprintf(&b, " %s", v.Blob.Whole().Data)
			}
			for _, w := range tuple.Writes {
				fmt.Fprintf(&b, " %s %s %s", w.TaskID, w.Channel, w.Value.Whole().Data)
			}
			fmt.Fprintln(&b)
		}
	}
	log, err := s.Audit(ctx, checkpoint.AuditFilter{})
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "%+v\n", log)
	report, err := s.VerifyAudit(ctx)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "%+v\n", *report)
	script, err := s.Script(ctx, "h")
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "%+v\n", *script)
	return b.String(), nil
}

// openAndRead is everything of the store in a file.
func openAndRead(path string, o Options) (string, error) {
	s, err := Open(path, o)
	if err != nil {
		return "", err
	}
	text, err := everything(s)
	return text, errors.Join(err, s.Close())
}

// fillVaried puts some of all that a store can have into one.
func fillVaried(tb testing.TB, s *Store) {
	tb.Helper()
	fillMarked(tb, s, "t")
	l := looper{thread: "looping"}
	for range 20 {
		commitAll(tb, s, l.next())
	}
	var ids checkpoint.IDs
	commitAll(tb, s, checkpoint.Batch{
		Key: checkpoint.Key{ThreadID: "audited", NS: "sub"}, Checkpoint: &checkpoint.Checkpoint{ID: ids.New(0)},
		Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone},
		Audit:  &checkpoint.Audit{By: "anna", Events: []checkpoint.Event{{Kind: checkpoint.EventAnswer, Interrupt: "12ab", Node: "ask", Value: []byte(`"yes"`)}}},
	})
	commitAll(tb, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "gone"}, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone}, Audit: &checkpoint.Audit{By: "anna", Events: []checkpoint.Event{{Kind: checkpoint.EventStart, Text: "flow.ts"}}}})
	if err := s.DeleteThread(tb.Context(), "gone"); err != nil {
		tb.Fatal(err)
	}
}

// fillLate adds to all of it, in the WAL.
func fillLate(t *testing.T, s *Store) {
	t.Helper()
	for _, thread := range []string{"late", "later"} {
		l := looper{thread: thread}
		for range 5 {
			commitAll(t, s, l.next())
		}
	}
	setStatus(t, s, "audited", checkpoint.ThreadUpdate{Status: checkpoint.StatusError, Error: "no"})
	if !dbfile.NotEmpty(s.path + "-wal") {
		t.Fatal("there is no WAL")
	}
}

// flips changes one bit of a file of a store, some thousand times, and reads all of it: it is
// right, or an error.
func flips(t *testing.T, dir, name string, count int, o Options) {
	t.Helper()
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "-shm") { // which lasts no longer than the processes
			files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	work := t.TempDir()
	read := func() (string, error) {
		for _, suffix := range []string{"", "-wal", "-shm", "-lock", "-journal"} {
			os.Remove(filepath.Join(work, "test.db"+suffix))
		}
		for name, content := range files {
			if err := os.WriteFile(filepath.Join(work, name), content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return openAndRead(filepath.Join(work, "test.db"), o)
	}
	want, err := read()
	if err != nil {
		t.Fatal(err)
	}
	content := files[name]
	if len(content) == 0 {
		t.Fatalf("there is no %s", name)
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for i := range count {
		at := i
		if i >= 256 { // all of the header, then anywhere
			at = random.IntN(len(content))
		}
		if at >= len(content) {
			continue
		}
		bit := byte(1) << random.IntN(8)
		content[at] ^= bit
		got, err := read()
		content[at] ^= bit
		if err != nil {
			found++
			if !strings.Contains(err.Error(), "damaged") && !strings.Contains(err.Error(), "not a hitlrun database") && !strings.Contains(err.Error(), "newer hitlrun") {
				t.Errorf("bit %#x of byte %d: the error does not say what it is: %v", bit, at, err)
			}
		} else if got != want {
			t.Errorf("bit %#x of byte %d of %s changes what is read, without an error", bit, at, name)
		}
	}
	t.Logf("%s: %d bytes, %d flips, %d found out, the others in what nobody reads", name, len(content), count, found)
}

func flipCount(t *testing.T) int {
	if testing.Short() {
		return 400
	}
	return 1000
}

// No bit of the file can change without an error.
func TestFlips(t *testing.T) {
	t.Parallel()
	for _, letters := range []string{"", "a"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "test.db")
		s := openKeys(t, path, letters)
		fillVaried(t, s)
		closeNow(t, s)
		flips(t, dir, "test.db", flipCount(t), Options{ReadOnly: true, Keys: s.o.Keys})
		flips(t, dir, "test.db", flipCount(t)/4, Options{Keys: s.o.Keys})
	}
}

// leftWAL returns copies of the files that a process leaves which has synced commits in the WAL, each in a new folder.
func leftWAL(t *testing.T) (copied func() (dir string)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	fillVaried(t, s)
	fillLate(t, s)
	if err := s.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	return func() string {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Dir(path))); err != nil {
			t.Fatal(err)
		}
		return dir
	}
}

// So it is with the WAL that a process leaves when it ends.
func TestFlipsOfWAL(t *testing.T) {
	t.Parallel()
	dir := leftWAL(t)()
	flips(t, dir, "test.db-wal", flipCount(t), Options{})
	flips(t, dir, "test.db", flipCount(t)/4, Options{})
	flips(t, dir, "test.db-lock", 64, Options{})
}

// The first sectors of the WAL are lost: the store is damaged, and not as it was before the commits in the WAL.
func TestSectorsOfWAL(t *testing.T) {
	t.Parallel()
	copied := leftWAL(t)
	for _, lost := range []int{walHeaderSize + frameHeaderSize, 512, 4096, 16384} {
		for _, with := range []byte{0, 0xa5} {
			path := filepath.Join(copied(), "test.db")
			f, err := os.OpenFile(path+"-wal", os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteAt(bytes.Repeat([]byte{with}, lost), 0); err != nil {
				t.Fatal(err)
			}
			f.Close()
			again, err := Open(path, Options{})
			if err == nil {
				_, err = everything(again)
				again.Close()
			}
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("%d bytes with %#x: %v", lost, with, err)
			}
		}
	}
}

// A bit that changes in the WAL while the store is open is found out, too, and not copied into the file.
func TestFlipOfWALInUse(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	fillVaried(t, s)
	fillLate(t, s)
	want, err := everything(s)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path+"-wal", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	var b [1]byte
	flip := func(at int64) {
		if _, err := f.ReadAt(b[:], at); err != nil {
			t.Fatal(err)
		}
		b[0] ^= 16
		if _, err := f.WriteAt(b[:], at); err != nil {
			t.Fatal(err)
		}
	}
	found := 0
	for at := int64(walHeaderSize + frameHeaderSize + 2000); at < info.Size(); at += 4096 + frameHeaderSize {
		flip(at)
		if err := s.readers.close(); err != nil { // new ones have nothing in memory
			t.Fatal(err)
		}
		s.readers.idle = nil
		got, err := everything(s)
		switch {
		case errors.Is(err, ErrDamaged):
			found++
		case err != nil:
			t.Errorf("byte %d: %v", at, err)
		case got != want:
			t.Errorf("byte %d changes what is read, without an error", at)
		}
		flip(at)
	}
	if found < 3 {
		t.Errorf("%d were found out", found)
	}
	last := info.Size() - 2000 // of the newest copy of some page
	flip(last)
	if err := s.Erase(t.Context()); !errors.Is(err, ErrDamaged) {
		t.Errorf("the WAL is copied into the file: %v, want ErrDamaged", err)
	}
	flip(last)
}

// Doctor finds a bit that changed in any page that is in use.
func TestFlipsAreDiagnosed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db")
	s := openAt(t, path)
	fillVaried(t, s)
	closeNow(t, s)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for page := 1; page < len(content)/4096; page++ { // the first one is refused by Open
		content[page*4096+1000] ^= 4
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		content[page*4096+1000] ^= 4
		s, err := Open(path, Options{ReadOnly: true})
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("page %d: %v", page+1, err)
			}
			continue
		}
		found, want := diagnose(t, s), fmt.Sprintf("page %d", page+1)
		if len(found) == 0 || !strings.Contains(fmt.Sprint(found), want) && !strings.Contains(fmt.Sprint(found), "Failed to read ptrmap") {
			t.Errorf("page %d: Doctor found %+v", page+1, found)
		}
		closeNow(t, s)
	}
}

// oldStore makes a store as hitlrun made them before pages had checksums.
func oldStore(t *testing.T, path string) {
	t.Helper()
	c, err := connect(path, "mode=rwc", time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Run("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL"); err != nil {
		t.Fatal(err)
	}
	if err := c.Migrate(kind(), migrations(), nil, nil); err != nil { // what writes below writes to these tables
		t.Fatal(err)
	}
	w := newWriter(c, time.Now)
	l := looper{thread: "t"}
	for range 50 {
		b := l.next()
		if err := w.transaction(func() error { return w.batch(&b) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Run(`DROP TABLE flows; DROP TABLE asked; DROP TABLE labels; DROP TABLE documents; DROP TABLE events; DROP INDEX threads_by_flow;
		ALTER TABLE threads DROP COLUMN flow; ALTER TABLE threads DROP COLUMN run; ALTER TABLE threads DROP COLUMN meta;
		PRAGMA user_version = ` + strconv.Itoa(schemaOfChecksums-2)); err != nil {
		t.Fatal(err)
	}
}

func wantStamped(t *testing.T, s *Store) {
	t.Helper()
	if stamped, err := s.w.c.stamped(); err != nil || !stamped {
		t.Errorf("the pages have no checksums (%v)", err)
	}
	if n := numbers(t, s, "PRAGMA user_version"); n[0] != int64(len(migrations())) {
		t.Errorf("the schema is %d", n[0])
	}
	wantSound(t, s)
	if n := wantLoop(t, s, "t"); n != 50 {
		t.Errorf("%d steps", n)
	}
}

func TestOldStoreGetsChecksums(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	oldStore(t, path)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			s, err := Open(path, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			wantStamped(t, s)
		})
	}
	wg.Wait()
}

// A process may be killed after each step on the way to checksums.
func TestChecksumsBrokenOff(t *testing.T) {
	t.Parallel()
	for steps := range 4 {
		path := filepath.Join(t.TempDir(), "test.db")
		oldStore(t, path)
		s := &Store{path: path, o: Options{BusyTimeout: time.Second}}
		c, err := connect(path, "mode=rw", time.Second)
		if err != nil {
			t.Fatal(err)
		}
		for i, step := range []func() error{
			func() error { return prepare(c, migrations(), false, nil, nil) },
			func() error { return s.takeFile(c) },
			func() error { return errors.Join(c.reserve(), c.Run("VACUUM")) },
			c.stamp,
		} {
			if i > steps {
				break
			}
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		closeNow(t, c)
		wantStamped(t, openAt(t, path))
	}
}

// A process that is killed at any moment on that way loses nothing.
func TestChecksumsKilled(t *testing.T) {
	t.Parallel()
	made := filepath.Join(t.TempDir(), "made.db")
	oldStore(t, made)
	// Pages that end with zeros, as if there was room for a checksum.
	otherProgram(t, made, "INSERT INTO blobs VALUES (1 << 40, NULL, zeroblob(3000000))")
	content, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	for range 30 {
		path := filepath.Join(t.TempDir(), "test.db")
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		cmd, _ := start(t, "open", path)
		time.Sleep(time.Duration(rand.Int64N(int64(60 * time.Millisecond))))
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		s := openAt(t, path)
		wantStamped(t, s)
		if n := numbers(t, s, "SELECT data = zeroblob(3000000) FROM blobs WHERE id = 1 << 40"); len(n) != 1 || n[0] != 1 {
			t.Error("a value was changed")
		}
		closeNow(t, s)
	}
}

func TestOldStoreOpenElsewhere(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	oldStore(t, path)
	c, err := connect(path, "mode=rw", time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Number("PRAGMA user_version"); err != nil {
		t.Fatal(err)
	}
	_, err = Open(path, Options{BusyTimeout: 50 * time.Millisecond})
	if err == nil || !strings.HasSuffix(err.Error(), "the whole file is rewritten to add checksums to its pages: the store is open elsewhere: stop what uses it, and try again") {
		t.Errorf("Open: %v", err)
	}
}

// Another program may read a store. What it copies from the WAL into the file when it ends is as good as before.
func TestForeignReader(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	fillVaried(t, s)
	fillLate(t, s)
	if err := s.CloseAtExit(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() // as if the process was gone, with the WAL left
	if err := os.CopyFS(dir, os.DirFS(filepath.Dir(path))); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "test.db")
	want, err := openAndRead(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	otherProgram(t, copied, "SELECT count(*) FROM threads")
	if dbfile.NotEmpty(copied + "-wal") {
		t.Error("the other program left the WAL")
	}
	if got, err := openAndRead(copied, Options{}); err != nil || got != want {
		t.Errorf("after another program: %v\n%s\nwant %s", err, got, want)
	}
}

// otherProgram changes a file without updating its checksums.
func otherProgram(t *testing.T, path, query string) {
	t.Helper()
	c, err := dbfile.Connect(path, "", time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Run(query), c.Close()); err != nil {
		t.Fatal(err)
	}
}

// A page that another program writes is refused, too. Where it writes all of the file anew, it can be read.
func TestForeignPage(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openAt(t, path)
	commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t"}, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone}})
	closeNow(t, s)
	otherProgram(t, path, "UPDATE threads SET status = 4")
	_, err := openAndRead(path, Options{})
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("another program changed the file: %v, want ErrDamaged", err)
	}
	otherProgram(t, path, "VACUUM")
	if _, err := openAndRead(path, Options{}); err != nil && !errors.Is(err, ErrNoScript) {
		t.Errorf("after VACUUM: %v", err)
	}
}

// TestLargeValues reads values whose last part in the file has each length, and finds a change in each part of one. SQLite
// reads these parts straight from the file: 1024 and 2048 bytes were once taken for a page, whose checksum was wrong, and other
// lengths were not verified.
func TestLargeValues(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	reopen := func() *Store {
		t.Helper()
		s, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	const from, to = 1000, 1000 + 4200 // more than the 4096 bytes of a page
	random := make([]byte, 20_000)
	for i := range random {
		random[i] = byte(rand.IntN(256)) // it is found in the file, because it cannot be compressed
	}
	ch := Change{Threads: []NewThread{{ID: "t"}}}
	for n := from; n < to; n++ {
		ch.Events = append(ch.Events, Event{ThreadID: "t", N: -1, Body: random[:n]})
	}
	ch.Events = append(ch.Events, Event{ThreadID: "t", N: -1, Body: random[:10_000]})
	s := reopen()
	if err := s.Write(t.Context(), &ch); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil { // everything is in the file, and not in the WAL
		t.Fatal(err)
	}
	read := func() (bodies [][]byte, err error) {
		s := reopen()
		defer s.Close()
		for after := int64(0); ; {
			list, _, err := s.Events(t.Context(), EventFilter{ThreadID: "t", After: after, Limit: 100})
			if err != nil || len(list) == 0 {
				return bodies, err
			}
			for _, e := range list {
				bodies, after = append(bodies, e.Body), e.Seq
			}
		}
	}
	bodies, err := read()
	if err != nil || len(bodies) != len(ch.Events) {
		t.Fatalf("%d of %d events: %v", len(bodies), len(ch.Events), err)
	}
	for i, body := range bodies {
		if string(body) != string(ch.Events[i].Body) {
			t.Errorf("event %d has another body", i)
		}
	}

	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{6_000, 9_990} { // in a whole page, and in the last part
		place := strings.LastIndex(string(data), string(random[at:at+8]))
		if place < 0 {
			t.Fatalf("byte %d of the value is not in the file", at)
		}
		flipped := slices.Clone(data)
		flipped[place] ^= 1
		if err := os.WriteFile(path, flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := read(); !errors.Is(err, dbfile.ErrDamagedPage) {
			t.Errorf("byte %d of a value was changed: %v", at, err)
		}
	}
}

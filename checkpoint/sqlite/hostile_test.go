// This file tests files that somebody else wrote: reading them takes no more memory and time than their size explains.

package sqlite

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// slotsClaimed returns the body of a row that has an inline value of size bytes, or none, and then claims to have n things that slot encodes.
func slotsClaimed(e *encoder, id string, holder string, n int, slot func(i int)) []byte {
	e.byte(flagNilParents)
	e.id("", id)
	e.time(time.Unix(1, 0), id)
	e.metadata(&checkpoint.Metadata{Source: checkpoint.SourceLoop}, id)
	if holder == "" {
		e.uint(0)
	} else {
		e.uint(1)
		e.id(holder, id)
	}
	e.int(1)
	e.uint(uint64(n))
	for i := range n {
		slot(i)
	}
	e.uint(0)
	return e.b
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	f()
	goruntime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What rows are decoded to counts for Options.MaxRead. Tests that allocate must not run beside this one.
func TestHostileRows(t *testing.T) { //nolint:paralleltest // it measures what is allocated
	const large, many = 1 << 20, 1 << 18
	big := []byte(`"` + strings.Repeat("x", large) + `"`)
	for name, write := range map[string]func(t *testing.T, w *writer, first, last string){
		"slots without anything": func(t *testing.T, w *writer, _, last string) {
			body := slotsClaimed(&encoder{c: w.c}, last, "", many, func(int) {})
			putBody(t, w, last, append(body, make([]byte, 3*many)...))
		},
		"slots that are not there": func(t *testing.T, w *writer, _, last string) {
			e := &encoder{c: w.c}
			body := slotsClaimed(e, last, "", 0, nil)
			body = binary.AppendUvarint(body[:len(body)-2], 3*many)
			putBody(t, w, last, append(body, []byte(strings.Repeat("\xff", 7*many))...))
		},
		"values that are parts of one": func(t *testing.T, w *writer, first, last string) {
			e := &encoder{c: w.c}
			putBody(t, w, first, slotsClaimed(e, first, "", 1, func(int) { inline(e, big) }))
			e = &encoder{c: w.c}
			putBody(t, w, last, slotsClaimed(e, last, first, 1000, func(int) {
				for _, n := range []uint64{0, 1} {
					e.uint(n)
				}
				e.byte('c')
				for _, n := range []uint64{slotHeld, 0, 0, 0, uint64(len(big))} {
					e.uint(n)
				}
			}))
		},
		"a chain of nothing": func(t *testing.T, w *writer, _, last string) {
			change(t, w, "DELETE FROM blobs")
			change(t, w, `INSERT INTO blobs WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
				SELECT (1 << 32) + i, CASE WHEN i > 1 THEN i - 1 END, CAST('[]' AS BLOB) FROM n`)
			e := &encoder{c: w.c}
			putBody(t, w, last, slotsClaimed(e, last, "", 1, func(int) {
				e.uint(0)
				e.string("c")
				e.uint(slotBlob)
				e.uint(400000)
				e.uint(2<<1 | 1)
				e.uint(2)
			}))
		},
		"writes that quote a value": func(t *testing.T, w *writer, _, last string) {
			e := &encoder{c: w.c}
			putBody(t, w, last, slotsClaimed(e, last, "", 1, func(int) { inline(e, big) }))
			e = &encoder{c: w.c}
			e.uint(1000)
			for i := range 1000 {
				e.uint(uint64(i))
				e.uint(0)
				e.string("c")
				for _, n := range []uint64{valueQuote, 0, 0, uint64(len(big)), 0, 0} {
					e.uint(n)
				}
			}
			key, _ := threadRow{}.key(last)
			change(t, w, "INSERT INTO writes (thread, ns, checkpoint, task, kind, n, body) VALUES (1, 0, ?, 'x', 0, 1, ?)", key, e.b)
		},
	} {
		path := filepath.Join(t.TempDir(), "s.db")
		s := openAt(t, path)
		l := &looper{thread: "t"}
		for range 3 {
			commitAll(t, s, l.next())
		}
		var ids []string
		for tuple, err := range s.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, tuple.Key.ID)
		}
		write(t, s.w, ids[len(ids)-1], ids[0])
		closeNow(t, s)
		s, err := Open(path, Options{MaxRead: 32 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if n := allocated(func() { _, err = s.Get(t.Context(), checkpoint.Key{ThreadID: "t"}) }); n > 100<<20 || err == nil {
			t.Errorf("%s: a read allocates %d MB: %v", name, n>>20, err)
		}
		if !errors.Is(err, dbfile.ErrBound) && !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
		closeNow(t, s)
		if name != "slots that are not there" {
			continue
		}
		s = openAt(t, path) // without a bound
		if n := allocated(func() { _, err = s.Get(t.Context(), checkpoint.Key{ThreadID: "t"}) }); n > 20<<20 || !errors.Is(err, errDamaged) {
			t.Errorf("%s: a read without a bound allocates %d MB: %v", name, n>>20, err)
		}
		closeNow(t, s)
	}
}

// inline encodes a slot with a value.
func inline(e *encoder, value []byte) {
	e.uint(0)
	e.string("c")
	e.uint(slotInline)
	e.bytes(value)
}

func change(t *testing.T, w *writer, query string, args ...driver.Value) {
	t.Helper()
	if _, err := w.c.Exec(query, args...); err != nil {
		t.Fatal(err)
	}
}

func putBody(t *testing.T, w *writer, id string, body []byte) {
	t.Helper()
	key, _ := threadRow{}.key(id)
	change(t, w, "UPDATE checkpoints SET body = ?, writes = NULL WHERE id = ?", body, key)
}

// A row may name a channel that nobody can have stored.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	for _, query := range []string{
		"INSERT INTO names SELECT max(id) + 1, hex(zeroblob(33)) FROM names",
		"INSERT INTO names WITH RECURSIVE n (i) AS (SELECT max(id) + 1 FROM names UNION ALL SELECT i + 1 FROM n WHERE i <= 65536) SELECT i, 'n' || i FROM n",
	} {
		path := filepath.Join(t.TempDir(), "s.db")
		s := openAt(t, path)
		commitAll(t, s, (&looper{thread: "t"}).next())
		change(t, s.w, query)
		closeNow(t, s)
		s = openAt(t, path)
		if _, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", query, err)
		}
		closeNow(t, s)
	}
}

// A read ends when its context does.
func TestViewEnds(t *testing.T) {
	t.Parallel()
	for _, path := range []string{dbfile.Memory, filepath.Join(t.TempDir(), "s.db")} {
		s := openAt(t, path)
		for name, view := range map[string]func(context.Context, func(*conn) error) error{"view": s.view, "glance": s.glance} {
			ctx, cancel := context.WithCancel(t.Context())
			begun := time.Now()
			err := view(ctx, func(c *conn) error {
				cancel()
				_, err := c.Number("WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r")
				return err
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s of %s: %v after %s", name, path, err, time.Since(begun))
			}
			if _, err := s.AuditHead(t.Context()); err != nil {
				t.Errorf("after it: %v", err)
			}
		}
		closeNow(t, s)
	}
}

// leadToItself turns a table of a file into one whose pages lead to the same row in very many ways.
func leadToItself(t *testing.T, path, table string) {
	t.Helper()
	const size, room, levels = 4096, 4096 - 8, 15
	s := openAt(t, path)
	change(t, s.w, "CREATE TABLE filler (x)")
	change(t, s.w, "INSERT INTO filler WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) SELECT zeroblob(4000) FROM n")
	root, err := s.w.c.Number("SELECT rootpage FROM sqlite_schema WHERE name = ?", table)
	if err != nil {
		t.Fatal(err)
	}
	closeNow(t, s)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := func(n int) []byte { return file[(n-1)*size : n*size] }
	inner := func(child int) []byte {
		const n = 570
		b := make([]byte, size)
		cells := room - 5*n
		b[0] = 5
		binary.BigEndian.PutUint16(b[3:], n)
		binary.BigEndian.PutUint16(b[5:], uint16(cells))
		binary.BigEndian.PutUint32(b[8:], uint32(child))
		for i := range n {
			at := cells + 5*i
			binary.BigEndian.PutUint16(b[12+2*i:], uint16(at))
			binary.BigEndian.PutUint32(b[at:], uint32(child))
			b[at+4] = 1
		}
		return b
	}
	first := len(file)/size - levels
	copy(page(first+levels), page(int(root)))
	clear(page(first + levels)[room:]) // pages without a checksum are taken as they are
	for i := range levels {
		copy(page(first+i), inner(first+i+1))
	}
	copy(page(int(root)), inner(first))
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A file in which a table leads to itself can be looked at.
func TestTablesThatLeadToThemselves(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"threads", "names", "scripts"} {
		path := filepath.Join(t.TempDir(), "s.db")
		s := openAt(t, path)
		commitAll(t, s, (&looper{thread: "t"}).next())
		change(t, s.w, "INSERT INTO scripts (hash, name) VALUES ('h', 'n')")
		closeNow(t, s)
		leadToItself(t, path, table)
		s, err := Open(path, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		damaged := false
		for f, err := range s.Doctor(ctx) {
			if err != nil && !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: doctor: %v", table, err)
			}
			damaged = damaged || f.Check == CheckFile
		}
		if !damaged {
			t.Errorf("%s: doctor finds nothing", table)
		}
		for _, err := range s.EachThread(ctx, ThreadFilter{}) {
			if err != nil && !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: threads: %v", table, err)
			}
		}
		if _, err := s.VerifyAudit(ctx); err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: audit verify: %v", table, err)
		}
		cancel()
		closeNow(t, s)
	}
}

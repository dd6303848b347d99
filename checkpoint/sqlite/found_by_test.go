package sqlite

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// sample is a store with 100 threads: one of them has another script, another node and other metadata.
func sample(t *testing.T, path string, o Options) *Store {
	t.Helper()
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for i := range 100 {
		kind := "common"
		if i == 50 {
			kind = "rare-and-secret"
		}
		if err := s.PutScript(t.Context(), checkpoint.Script{Hash: kind, Name: "x", Code: []byte("1")}); err != nil {
			t.Fatal(err)
		}
		b := checkpoint.Batch{
			Key: checkpoint.Key{ThreadID: fmt.Sprint("t", i)},
			Pin: &checkpoint.Pin{Script: &checkpoint.Script{Hash: kind}, Info: fmt.Appendf(nil, `{"path": "/srv/%s.ts", "graph": "%s"}`, kind, kind)},
			Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted, Interrupts: []checkpoint.ThreadInterrupt{
				{ID: "q", Node: kind[:4], Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("1")}},
			}},
		}
		if err := s.Commit(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		if err := s.ChangeMeta(t.Context(), b.Key.ThreadID, func([]byte) ([]byte, error) { return fmt.Appendf(nil, `{"tenant": ["%s"]}`, kind), nil }); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// wantFound looks for the one thread, and how many rows were left to look at.
func wantFound(t *testing.T, s *Store, read int) {
	t.Helper()
	for name, f := range map[string]ThreadFilter{
		"script": {Script: "rare-and-secret.ts"}, "graph": {Graph: "rare-and-secret"}, "node": {Node: "rare"},
		"meta": {Meta: []byte(`{"tenant": ["rare-and-secret"]}`)},
	} {
		found, err := s.Threads(context.Background(), f)
		if err != nil {
			t.Fatal(err)
		}
		has := false
		for i := range found {
			has = has || found[i].ID == "t50"
		}
		if len(found) != read || !has {
			t.Errorf("%s: %d threads are read, want %d; the one is among them: %v", name, len(found), read, has)
		}
	}
}

// What threads are found by survives a new version of the schema, and is never in an encrypted file.
func TestFoundBy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := sample(t, path, Options{})
	wantFound(t, s, 1)

	if err := s.w.c.Run(`DROP TABLE flows; DROP TABLE asked; DROP TABLE labels; DROP INDEX threads_by_flow;
		ALTER TABLE threads DROP COLUMN flow; PRAGMA user_version = 6`); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = openAt(t, path)
	wantFound(t, s, 1)

	keys, err := ParseKeys([]byte(strings.Repeat("ab", 32)))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Rekey(t.Context(), keys); err != nil {
		t.Fatal(err)
	}
	wantFound(t, s, 100) // who looks for it reads all
	for _, suffix := range []string{"", "-wal"} {
		if data, err := os.ReadFile(path + suffix); err == nil && bytes.Contains(data, []byte("and-secret\"")) || bytes.Contains(data, []byte("/srv/rare")) {
			t.Errorf("%s has what a thread is found by in the clear", path+suffix)
		}
	}
	if n := numbers(t, s, "SELECT (SELECT count(*) FROM asked) + (SELECT count(*) FROM labels) + (SELECT count(*) FROM flows)"); n[0] != 0 {
		t.Errorf("%d rows in the clear", n[0])
	}
	if err := s.Rekey(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	wantFound(t, s, 1)
	if err := s.DeleteThread(t.Context(), "t50"); err != nil {
		t.Fatal(err)
	}
	if n := numbers(t, s, "SELECT (SELECT count(*) FROM asked) + (SELECT count(*) FROM labels)"); n[0] != 2*99 {
		t.Errorf("%d rows are left, want %d", n[0], 2*99)
	}
	encrypted := sample(t, filepath.Join(t.TempDir(), "new.db"), Options{Keys: keys})
	wantFound(t, encrypted, 100)
}

// A thread with more metadata than are noted is found all the same.
func TestManyLabels(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	var meta []string
	for i := range 200 {
		meta = append(meta, fmt.Sprintf(`"k%d": "%s%d"`, i, strings.Repeat("ä", 100), i))
	}
	if err := s.CreateThread(t.Context(), "many", []byte("{"+strings.Join(meta, ", ")+"}")); err != nil {
		t.Fatal(err)
	}
	if err := s.CreateThread(t.Context(), "few", []byte("{"+meta[7]+"}")); err != nil {
		t.Fatal(err)
	}
	for want, wanted := range map[int]string{2: meta[7], 1: meta[8]} {
		found, err := s.Threads(t.Context(), ThreadFilter{Meta: []byte("{" + wanted + "}")})
		if err != nil || len(found) != want {
			t.Errorf("%d threads are left, want %d (%v)", len(found), want, err)
		}
	}
}

package sqlite

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// TestKeysForScripts opens one file as a script in a process of its own does, which has the derived key only, and as others do.
func TestKeysForScripts(t *testing.T) {
	t.Parallel()
	master := keysOf("ba")
	derived, err := ParseKeys(master.KeyFileForScripts())
	if err != nil {
		t.Fatal(err)
	}
	if len(derived.list) != 2 || derived.String() == master.String() {
		t.Fatalf("of %v are derived %v", master, derived)
	}
	if (*Keys)(nil).ForScripts() != nil || (*Keys)(nil).KeyFileForScripts() != nil {
		t.Error("no keys have derived ones")
	}
	dir := t.TempDir()
	store := func(path string, keys *Keys) *Store {
		t.Helper()
		s, err := Open(filepath.Join(dir, path), Options{Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write := func(s *Store, id string) {
		t.Helper()
		cp := &checkpoint.Checkpoint{ID: "1ef00000-0000-6000-8000-000000000000"}
		if err := errors.Join(s.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: id, ID: cp.ID}, Checkpoint: cp}), s.Close()); err != nil {
			t.Fatal(err)
		}
	}
	read := func(s *Store, ids ...string) {
		t.Helper()
		for _, id := range ids {
			if _, err := s.Get(t.Context(), checkpoint.Key{ThreadID: id}); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write(store("scripts.db", derived), "of a worker")
	write(store("scripts.db", master), "of a command")
	write(store("scripts.db", master.ForScripts()), "of a script in its process")
	for _, keys := range []*Keys{derived, master, master.ForScripts(), keysOf("cba")} {
		read(store("scripts.db", keys), "of a worker", "of a command", "of a script in its process")
	}

	// No command starts threads in such a file.
	s := store("scripts.db", master)
	pin := &checkpoint.Pin{Script: &checkpoint.Script{Hash: "h", Name: "flow.ts", Code: []byte("()")}}
	cp := &checkpoint.Checkpoint{ID: "1ef00000-0000-6000-8000-000000000000"}
	if err := s.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: "new", ID: cp.ID}, Checkpoint: cp, Pin: pin}); !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), "no thread is started in it") {
		t.Errorf("a thread is started in a file of scripts: %v", err)
	}
	if err := s.PutScript(t.Context(), *pin.Script); !errors.Is(err, ErrKey) {
		t.Errorf("a script is stored in a file of scripts: %v", err)
	}
	if marked, err := s.OfThreads(t.Context()); marked || err != nil {
		t.Errorf("a file in which no thread was started is marked as a store of threads: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	// A store of its own is not readable with the derived key, not even after somebody added that to it.
	write(store("store.db", master), "first")
	if _, err := Open(filepath.Join(dir, "store.db"), Options{Keys: derived}); !errors.Is(err, ErrKey) {
		t.Errorf("the derived key opens the store: %v", err)
	}
	write(store("store.db", master.ForScripts()), "added")
	write(store("store.db", master), "after that")
	s = store("store.db", derived)
	for id, want := range map[string]string{"added": "", "first": "was encrypted with key", "after that": "was encrypted with key"} {
		if _, err := s.Get(t.Context(), checkpoint.Key{ThreadID: id}); (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", id, err, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	read(store("store.db", master), "first", "added", "after that")
}

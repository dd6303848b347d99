package hitlrun_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// The metadata of a start come with its input: they are merged, found, and not there if the start is refused.
func TestMetadataOfStart(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for _, path := range []string{":memory:", filepath.Join(t.TempDir(), "test.db")} {
		store := open(t, path)
		script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{})
		if err != nil {
			t.Fatal(err)
		}
		start := func(o hitlrun.Start) error {
			o.ThreadID = "t"
			_, err := store.Start(ctx, script, o)
			return err
		}
		input := []byte(`{"to": "Ann"}`)
		for name, o := range map[string]hitlrun.Start{
			"no object": {Input: input, Metadata: []byte("[1]")}, "no JSON": {Input: input, Metadata: []byte("{")}, "no input": {Metadata: []byte("{}")},
		} {
			if err := start(o); !errors.Is(err, hitlrun.ErrInput) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := start(hitlrun.Start{Input: input, Graph: "none", Metadata: []byte(`{"a": 1}`)}); !errors.Is(err, hitlrun.ErrNoGraph) {
			t.Fatal(err)
		}
		if found := idsOf(t, store, hitlrun.ThreadFilter{}); len(found) != 0 {
			t.Errorf("a start that was refused made %v", found)
		}
		if err := start(hitlrun.Start{Input: input, Metadata: []byte(`{"a": 1, "b": [2]}`)}); err != nil {
			t.Fatal(err)
		}
		if err := start(hitlrun.Start{Input: input, Discard: true, Metadata: []byte(`{"a": null, "c": 3}`)}); err != nil {
			t.Fatal(err)
		}
		thread, err := store.Thread(ctx, "t")
		if err != nil || string(thread.Metadata) != `{"b":[2],"c":3}` {
			t.Errorf("%s (%v)", thread.Metadata, err)
		}
		for want, filter := range map[int]string{1: `{"b": [2], "c": 3}`, 0: `{"a": 1}`} {
			if found := idsOf(t, store, hitlrun.ThreadFilter{Metadata: []byte(filter)}); len(found) != want {
				t.Errorf("%s finds %v", filter, found)
			}
		}
	}
}

// TestMetadataIsBounded gives a thread more metadata than it may have, at once and in parts.
func TestMetadataIsBounded(t *testing.T) {
	t.Parallel()
	store, script := open(t, filepath.Join(t.TempDir(), "test.db")), load(t, waits)
	field := func(name string, size int) json.RawMessage {
		return json.RawMessage(`{"` + name + `": "` + strings.Repeat("x", size) + `"}`)
	}
	refused := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, hitlrun.ErrBounds) || !strings.Contains(err.Error(), "at most 1048576 are allowed") {
			t.Errorf("%s: %v", what, err)
		}
	}
	const half, whole = hitlrun.MaxMetadataBytes / 2, hitlrun.MaxMetadataBytes
	refused("a new thread", store.CreateThread(t.Context(), "large", field("a", whole)))
	if err := store.CreateThread(t.Context(), "t", field("a", half)); err != nil {
		t.Fatal(err)
	}
	refused("a field", store.SetMetadata(t.Context(), "t", field("b", whole)))
	refused("a second field", store.SetMetadata(t.Context(), "t", field("b", half)))
	_, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`), Metadata: field("b", half)})
	refused("a start", err)
	if thread, err := store.Thread(t.Context(), "t"); err != nil || len(thread.Metadata) > half+10 {
		t.Errorf("the metadata has %d bytes: %v", len(thread.Metadata), err)
	}
	if err := store.SetMetadata(t.Context(), "t", json.RawMessage(`{"a": null, "c": 1}`)); err != nil {
		t.Error(err)
	}
	if thread, err := store.Thread(t.Context(), "t"); err != nil || string(thread.Metadata) != `{"c":1}` {
		t.Errorf("%s: %v", thread.Metadata, err)
	}
}

// null is no metadata, wherever it is given, and also where an older version has stored it.
func TestMetadataNull(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for _, path := range []string{":memory:", filepath.Join(t.TempDir(), "test.db")} {
		store := open(t, path)
		script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for id, make := range map[string]func(id string) error{
			"created": func(id string) error { return store.CreateThread(ctx, id, []byte("null")) },
			"written": func(id string) error {
				return store.Write(ctx, &hitlrun.Change{Threads: []hitlrun.NewThread{{ID: id, Meta: []byte(" null ")}}})
			},
			"started": func(id string) error {
				_, err := store.Start(ctx, script, hitlrun.Start{ThreadID: id, Input: []byte(`{"to":"Ann"}`), Metadata: []byte("null")})
				return err
			},
			"without input": func(id string) error {
				if err := store.CreateThread(ctx, id, nil); err != nil {
					return err
				}
				_, err := store.Start(ctx, script, hitlrun.Start{ThreadID: id, Metadata: []byte("null")})
				if errors.Is(err, hitlrun.ErrInput) && strings.Contains(err.Error(), "metadata") {
					return err
				}
				return nil
			},
		} {
			if err := make(id); err != nil {
				t.Errorf("%s: %v", id, err)
				continue
			}
			thread, err := store.Thread(ctx, id)
			if err != nil || thread.Metadata != nil {
				t.Errorf("%s: %s (%v)", id, thread.Metadata, err)
			}
			for _, fields := range []string{"null", `{"a":1}`, "null", `{"b":2}`} {
				if err := store.SetMetadata(ctx, id, []byte(fields)); err != nil {
					t.Errorf("%s, then %s: %v", id, fields, err)
				}
			}
			if thread, err = store.Thread(ctx, id); err != nil || string(thread.Metadata) != `{"a":1,"b":2}` {
				t.Errorf("%s: %s (%v)", id, thread.Metadata, err)
			}
		}
		if found := idsOf(t, store, hitlrun.ThreadFilter{Metadata: []byte(" null")}); len(found) != 4 {
			t.Errorf("the filter null finds %v", found)
		}
	}
	path := filepath.Join(t.TempDir(), "old.db")
	db, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.CreateThread(ctx, "old", []byte("null")), db.Close()); err != nil {
		t.Fatal(err)
	}
	store := open(t, path)
	if thread, err := store.Thread(ctx, "old"); err != nil || thread.Metadata != nil {
		t.Errorf("stored by an older version: %s (%v)", thread.Metadata, err)
	}
	if err := store.SetMetadata(ctx, "old", []byte(`{"a":1}`)); err != nil {
		t.Error(err)
	}
	if thread, err := store.Thread(ctx, "old"); err != nil || string(thread.Metadata) != `{"a":1}` {
		t.Errorf("stored by an older version, and changed: %s (%v)", thread.Metadata, err)
	}
}

package hitlrun_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
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

package hitlrun_test

import (
	"errors"
	"path/filepath"
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

package hitlrun_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

const looking = `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import fs from "node:fs";

export const graph = new StateGraph(Annotation.Root({ path: Annotation<string>(), saw: Annotation<string>() }))
  .addNode("look", ({ path }) => {
    try { return { saw: fs.readFileSync(path).length + " bytes" }; } catch (e: any) { return { saw: e.code }; }
  })
  .addEdge(START, "look")
  .compile();
`

// A script that may read a folder cannot read the store in it, while that is open.
func TestStoreInFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "threads.db")
	store, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() }) // again does nothing
	look := func(store *hitlrun.Store, read ...string) string {
		t.Helper()
		script, err := hitlrun.LoadSource("looking.ts", []byte(looking), hitlrun.ScriptOptions{Permissions: hitlrun.Permissions{Read: hitlrun.Grant{List: read}}})
		if err != nil {
			t.Fatal(err)
		}
		defer script.Close()
		run, err := store.Start(t.Context(), script, hitlrun.Start{Input: []byte(`{"path":"` + filepath.ToSlash(path) + `"}`)})
		if err != nil {
			t.Fatal(err)
		}
		_, saw, _ := strings.Cut(string(run.Values), `"saw":"`)
		return strings.TrimSuffix(saw, `"}`)
	}
	if saw := look(store, dir); saw != "ERR_ACCESS_DENIED" {
		t.Errorf("with a grant of the folder: %s", saw)
	}
	if saw := look(store, dir, path); !strings.HasSuffix(saw, " bytes") {
		t.Errorf("with a grant of the store: %s", saw)
	}
	if err := store.Unsynced().Close(); err != nil {
		t.Fatal(err)
	}
	other, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if saw := look(other, dir); !strings.HasSuffix(saw, " bytes") {
		t.Errorf("after the store was closed: %s", saw)
	}
}

package hitlrun_test

import (
	"path/filepath"
	"strconv"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// looking reads the file in its module code, when it is loaded, and in a node.
const looking = `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import fs from "node:fs";

const look = () => {
  try { return fs.readFileSync(PATH).length > 0 ? "read" : "empty"; } catch (e: any) { return e.code; }
};
const loaded = look();
export const graph = new StateGraph(Annotation.Root({ saw: Annotation<string[]>() }))
  .addNode("look", () => ({ saw: [loaded, look()] }))
  .addEdge(START, "look")
  .compile();
`

// A script that may read a folder cannot read the store in it, while that is open.
func TestStoreInFolder(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		t.Parallel()
		dir := t.TempDir()
		path := filepath.Join(dir, "threads.db")
		open := func(path string) *hitlrun.Store {
			store, err := hitlrun.Open(path, hitlrun.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = store.Close() })
			return store
		}
		store, other := open(path), open(":memory:")
		look := func(store *hitlrun.Store, read ...string) string {
			t.Helper()
			o.Permissions.Read.List = read
			source := "const PATH = " + strconv.Quote(filepath.ToSlash(path)) + ";" + looking
			script, err := hitlrun.LoadSource("looking.ts", []byte(source), o)
			if err != nil {
				t.Fatal(err)
			}
			defer script.Close()
			run, err := store.Start(t.Context(), script, hitlrun.Start{Input: []byte(`{}`)})
			if err != nil {
				t.Fatal(err)
			}
			return string(run.Values)
		}
		const denied, read = `{"saw":["ERR_ACCESS_DENIED","ERR_ACCESS_DENIED"]}`, `{"saw":["read","read"]}`
		for what, got := range map[string][2]string{
			"a thread of the store":       {look(store, dir), denied},
			"a thread of another store":   {look(other, dir), denied},
			"a grant of the store's name": {look(store, dir, path), read},
		} {
			if got[0] != got[1] {
				t.Errorf("%s: %s, want %s", what, got[0], got[1])
			}
		}
		if err := store.Unsynced().Close(); err != nil {
			t.Fatal(err)
		}
		if got := look(other, dir); got != read {
			t.Errorf("after the store was closed: %s, want %s", got, read)
		}
	})
}

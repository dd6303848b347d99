//go:build unix

package hitlrun_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hitlrun/hitlrun"
)

// storeOfThread makes a store with a thread that waits, and closes it.
func storeOfThread(t *testing.T, path string) {
	t.Helper()
	s, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	script := load(t, `
import { StateGraph, Annotation, interrupt, START } from "@langchain/langgraph";
export default new StateGraph(Annotation.Root({ n: Annotation<number>() })).addNode("ask", () => ({ n: interrupt("n?") })).addEdge(START, "ask").compile();
`)
	if _, err := s.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestClosedStoresAreNotGranted executes the script of planted_store.txtar of the command line in this process and in a worker: neither writes,
// replaces or removes a store that nobody has open.
func TestClosedStoresAreNotGranted(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("cmd/hitlrun/testdata/script/planted_store.txtar")
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, f := range archive.Files {
		parts[f.Name] = string(f.Data)
	}
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		at := func(name string) string { return filepath.Join(dir, name) }
		err = errors.Join(os.MkdirAll(at("d/sub/deep"), 0o700), os.Mkdir(at("d/real"), 0o700))
		if err == nil {
			err = errors.Join(os.Symlink("real/linked.db", at("d/current.db")), os.Symlink("real", at("d/folder")))
		}
		if err != nil {
			t.Fatal(err)
		}
		storesOf := []string{at("d/orders.db"), at("d/sub/deep/s.db"), at("d/real/linked.db")}
		before := map[string][]byte{}
		for _, store := range storesOf {
			storeOfThread(t, store)
			if before[store], err = os.ReadFile(store); err != nil {
				t.Fatal(err)
			}
		}
		grant := hitlrun.Grant{List: []string{dir}}
		o.Permissions = hitlrun.Permissions{Read: grant, Write: grant}
		var out bytes.Buffer
		o.Stdout = &out
		// The paths of the script begin with its folder: the working folder of this process is another one.
		source := strings.NewReplacer(`"d/`, `"`+dir+`/d/`, `"d"`, `"`+dir+`/d"`, `"away"`, `"`+dir+`/away"`).Replace(parts["ways.ts"])
		if err := loadWith(t, source, o).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(out.String(), dir+"/", ""); got != parts["ways.out"] {
			t.Errorf("the script prints\n%s", got)
		}
		for store, want := range before {
			if now, err := os.ReadFile(store); err != nil || !bytes.Equal(now, want) {
				t.Errorf("%s was changed: %v", store, err)
			}
		}
	})
}

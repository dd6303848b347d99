package hitlrun_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// files makes files below a new folder, and returns that.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLocate(t *testing.T) {
	t.Parallel()
	dir := files(t, map[string]string{
		"flow.ts": "", "odd:name.ts": "",
		"one/langgraph.json": `{"graphs": {"agent": "../flow.ts:graph"}}`,
		"two/langgraph.json": `{"graphs": {"a": {"path": "../flow.ts:a"}, "b": "../flow.ts", "c": 7, "d": "./x.py:g", "e": "./gone.ts:g", "f": "../.env:g"}}`,
		".env":               "SECRET=1",
		"no/langgraph.json":  `{}`, "bad/langgraph.json": `{`, "plain/a.txt": "",
	})
	for _, tt := range []struct{ name, graph, file, export, refused string }{
		{"flow.ts", "", "flow.ts", "", ""},
		{"flow.ts", "g", "flow.ts", "g", ""},
		{"flow.ts:g", "", "flow.ts", "g", ""},
		{"flow.ts:g", "g", "flow.ts", "g", ""},
		{"flow.ts:g", "h", "", "", `"h" was requested`},
		{"odd:name.ts", "", "odd:name.ts", "", ""},
		{"plain", "g", "plain", "g", ""},
		{"one", "", "flow.ts", "graph", ""},
		{"one/langgraph.json", "agent", "flow.ts", "graph", ""},
		{"one", "other", "", "", `has no graph "other"; it has agent`},
		{"two", "", "", "", "choose one with --graph (a, b, c, d, e, f)"},
		{"two", "a", "flow.ts", "a", ""},
		{"two", "b", "", "", "FILE:EXPORT is expected"},
		{"two", "c", "", "", "neither a text"},
		{"two", "d", "", "", "is in Python"},
		{"two", "e", "", "", "which is not a file"},
		{"two", "f", "", "", "is in ../.env:g, which is not a script (.ts, "},
		{"no", "", "", "", "has no graphs"},
		{"bad", "", "", "", "not valid JSON"},
	} {
		file, export, err := hitlrun.Locate(filepath.Join(dir, tt.name), tt.graph)
		if tt.refused != "" {
			if !errors.Is(err, hitlrun.ErrNoGraph) || !strings.Contains(err.Error(), tt.refused) {
				t.Errorf("%s %s: %v, want %s", tt.name, tt.graph, err, tt.refused)
			}
			continue
		}
		if err != nil || file != filepath.Join(dir, tt.file) || export != tt.export {
			t.Errorf("%s %s: %s %s %v", tt.name, tt.graph, file, export, err)
		}
	}
}

func TestReadEnv(t *testing.T) {
	t.Parallel()
	dir := files(t, map[string]string{".env": "# no\nA=1\nexport B = \"two words\"\nnothing\n C='3=4'\n"})
	for env, want := range map[string]string{
		strconv.Quote(filepath.Join(dir, ".env")): `A=1 B=two words C=3=4`,
		``: ``, `["A"]`: ``, `{"B": "2", "A": "1"}`: `A=1 B=2`, `"gone.env"`: ``, `".env"`: `A=1 B=two words C=3=4`,
	} {
		if got, err := hitlrun.ReadEnv(json.RawMessage(env), dir, hitlrun.Grant{}); err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q %v", env, got, err)
		}
	}
	for _, env := range []string{`7`, `{"A": 1}`, `"."`, `"../../../../../dev/zero"`} {
		if got, err := hitlrun.ReadEnv(json.RawMessage(env), dir, hitlrun.Grant{}); err == nil {
			t.Errorf("%s: %q", env, got)
		}
	}
}

// A langgraph.json comes with its scripts, so the file that it names is in their package, or granted.
func TestReadEnvOfOthers(t *testing.T) {
	t.Parallel()
	dir := files(t, map[string]string{
		"secret.env": "KEY=1\n", "work/package.json": `{"workspaces": ["*"]}`, "work/shared.env": "KEY=2\n", "work/one/package.json": `{}`, "work/one/langgraph.json": `{}`,
	})
	one := filepath.Join(dir, "work", "one")
	if err := os.Symlink(filepath.Join(dir, "secret.env"), filepath.Join(one, "link.env")); err != nil {
		t.Fatal(err)
	}
	if got, err := hitlrun.ReadEnv(json.RawMessage(`"../shared.env"`), one, hitlrun.Grant{}); err != nil || strings.Join(got, " ") != "KEY=2" {
		t.Errorf("a file of the workspace: %q %v", got, err)
	}
	for _, env := range []string{`"../../secret.env"`, strconv.Quote(filepath.Join(dir, "secret.env")), `"link.env"`} {
		if got, err := hitlrun.ReadEnv(json.RawMessage(env), one, hitlrun.Grant{}); err == nil || !strings.Contains(err.Error(), "run with --allow-read=") {
			t.Errorf("%s: %q %v", env, got, err)
		}
		if got, err := hitlrun.ReadEnv(json.RawMessage(env), one, hitlrun.Grant{List: []string{dir}}); err != nil || strings.Join(got, " ") != "KEY=1" {
			t.Errorf("%s, granted: %q %v", env, got, err)
		}
	}
}

// The packages of a script are those of node_modules, and hitlrun's own with the installed one that is not used.
func TestPackagesOfAScript(t *testing.T) {
	t.Parallel()
	dir := files(t, map[string]string{
		"flow.ts":                                        `import "small"; import "@a/b"; import { StateGraph } from "@langchain/langgraph"; console.log(StateGraph);`,
		"node_modules/small/index.js":                    `export default 1;`,
		"node_modules/small/package.json":                `{"name": "small", "version": "1.2.3", "main": "index.js"}`,
		"node_modules/@a/b/index.js":                     `module.exports = 1;`,
		"node_modules/@a/b/package.json":                 `{"name": "@a/b", "main": "index.js"}`,
		"node_modules/@langchain/langgraph/package.json": `{"name": "@langchain/langgraph", "version": "9.9.9"}`,
	})
	script, err := hitlrun.Load(filepath.Join(dir, "flow.ts"), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range script.Packages() {
		text := p.Name + " " + p.Version
		if p.BuiltIn {
			text += " built in"
		}
		if p.Folder != "" && !strings.HasPrefix(p.Folder, dir) {
			t.Errorf("%s is in %s", p.Name, p.Folder)
		}
		got = append(got, text)
	}
	if want := []string{"@a/b ", "@langchain/langgraph 9.9.9 built in", "small 1.2.3"}; !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

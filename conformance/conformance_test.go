// This file runs scripts and compares what they print with what is documented.

package conformance_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// savers are the savers that new MemorySaver() of a script is replaced with.
var savers = []struct {
	name string
	open func(t *testing.T) func() checkpoint.Saver
}{
	{"memory", func(*testing.T) func() checkpoint.Saver {
		return func() checkpoint.Saver { return &checkpoint.MemorySaver{} }
	}},
	{"sqlite", func(t *testing.T) func() checkpoint.Saver {
		return func() checkpoint.Saver {
			s, err := sqlite.Open(filepath.Join(t.TempDir(), "case.db"), sqlite.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			return s
		}
	}},
}

// TestMain runs the tests with garbage collections as rare as those of hitlrun (cmd/hitlrun/memory.go): bundling makes more garbage than anything else.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(3 << 29) // near it they are frequent again
	os.Exit(m.Run())
}

// TestCases runs the cases of our own.
func TestCases(t *testing.T) {
	t.Parallel()
	known := readExpectedFailures(t)
	files, err := filepath.Glob("cases/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), "cases/"), ".txtar")
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		header := readHeader(t, name, archive)
		for _, profile := range header.profiles {
			want, ok := section(archive, "want-"+profile)
			if !ok {
				if want, ok = section(archive, "want"); !ok {
					t.Fatalf("%s has no want", name)
				}
			}
			t.Run(name+"/"+profile, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				for _, f := range archive.Files {
					if !strings.HasPrefix(f.Name, "want") {
						writeFile(t, filepath.Join(dir, f.Name), f.Data)
					}
				}
				runOnSavers(t, jsapi.Permissions{}, filepath.Join(dir, "flow.ts"), profile, func(t *testing.T, out string, err error) {
					if jsapitest.Normalise(want) == want { // recorded ones have <uuid> for an id
						out = jsapitest.Normalise(out)
					}
					known.check(t, name, profile, []string{want}, out, err)
				})
			})
		}
	}
}

type header struct{ profiles []string }

// readHeader reads the lines in front of a case's files. Each of them is needed:
// a case that does not say what it pins helps nobody.
func readHeader(t *testing.T, name string, a *txtar.Archive) header {
	t.Helper()
	fields := map[string]string{}
	for _, line := range strings.Split(string(a.Comment), "\n") {
		if key, value, ok := strings.Cut(line, ": "); ok {
			fields[key] = strings.TrimSpace(value)
		}
	}
	for _, key := range []string{"Pins", "Page", "Observed", "Profiles"} {
		if fields[key] == "" {
			t.Fatalf("%s: the header has no %q", name, key)
		}
	}
	var h header
	for _, p := range strings.Split(fields["Profiles"], ",") {
		h.profiles = append(h.profiles, strings.TrimSpace(p))
	}
	if _, ok := section(a, "want-0.2"); ok && !slices.Contains(h.profiles, "0.2") {
		h.profiles = append(h.profiles, "0.2")
	}
	return h
}

func section(a *txtar.Archive, name string) (string, bool) {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

// TestDocsExamples runs the programs of the documentation.
func TestDocsExamples(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("HITLRUN_DOCS_EXAMPLES")
	if dir == "" {
		dir = filepath.FromSlash("../../shared/docs-examples")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.ts"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("the examples of the documentation are not here: set HITLRUN_DOCS_EXAMPLES to a folder with programs NAME.ts, and what they print as NAME.v1.out (see documented). There are none in %s", dir)
	}
	known := readExpectedFailures(t)
	for _, file := range files {
		base := strings.TrimSuffix(file, ".ts")
		name := "docs/" + filepath.Base(base)
		for _, profile := range []string{"1", "0.2"} {
			want, ok := documented(t, base, profile)
			if !ok {
				continue
			}
			t.Run(strings.TrimPrefix(name, "docs/")+"/"+profile, func(t *testing.T) {
				t.Parallel()
				runOnSavers(t, jsapi.Permissions{}, file, profile, func(t *testing.T, out string, err error) {
					known.check(t, name, profile, []string{want}, jsapitest.Normalise(out), err)
				})
			})
		}
	}
}

// documented returns what an example prints: as documented, where that is
// recorded, else as the generation of the library that the profile names.
func documented(t *testing.T, base, profile string) (string, bool) {
	t.Helper()
	recorded := map[string]string{"1": ".v1.out", "0.2": ".v0.out"}[profile]
	out, err := os.ReadFile(base + recorded)
	if errors.Is(err, os.ErrNotExist) {
		return "", false
	}
	if err != nil {
		t.Fatal(err)
	}
	if expected, err := os.ReadFile(base + ".expected"); err == nil {
		return string(expected), true
	}
	return string(out), true
}

// TestScripts runs the example workflows.
func TestScripts(t *testing.T) {
	t.Parallel()
	outs, err := filepath.Glob("../scripts/*.out")
	if err != nil || len(outs) < 6 {
		t.Fatalf("want at least six examples, got %d (%v)", len(outs), err)
	}
	for _, out := range outs {
		base := strings.TrimSuffix(out, ".out")
		t.Run(filepath.Base(base), func(t *testing.T) {
			t.Parallel()
			file := base + ".ts"
			if _, err := os.Stat(file); err != nil {
				file = base + ".js"
			}
			want, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			got, err := runScript(t, file, "1", func() checkpoint.Saver { return &checkpoint.MemorySaver{} })
			if err != nil || got != string(want) {
				t.Errorf("%s\nerror: %v", firstDifference(string(want), got), err)
			}
		})
	}
}

// runOnSavers bundles a script once and runs it to its end with each of the savers, each run in a subtest with the name of the saver, which checks
// what the script printed. A script that has made no saver in its first run would run in the same way with the others: it runs once.
func runOnSavers(t *testing.T, granted jsapi.Permissions, file, profile string, check func(t *testing.T, out string, err error)) {
	t.Helper()
	script, err := jsapitest.LoadFile(file)
	if err != nil {
		check(t, "", err)
		return
	}
	for _, saver := range savers {
		var made atomic.Bool
		t.Run(saver.name, func(t *testing.T) {
			open := saver.open(t)
			out, err := script.Run(optionsOf(granted, profile, func() checkpoint.Saver {
				made.Store(true)
				return open()
			}))
			check(t, out, err)
		})
		if !made.Load() {
			return
		}
	}
}

// runScript runs a script without permissions to its end, and returns what it printed.
func runScript(t *testing.T, file, profile string, newSaver func() checkpoint.Saver) (string, error) {
	t.Helper()
	return runGranted(t, jsapi.Permissions{}, file, profile, newSaver)
}

// runGranted runs a script to its end, and returns what it printed.
func runGranted(t *testing.T, granted jsapi.Permissions, file, profile string, newSaver func() checkpoint.Saver, env ...string) (string, error) {
	t.Helper()
	return jsapitest.RunFile(file, optionsOf(granted, profile, newSaver, env...))
}

func optionsOf(granted jsapi.Permissions, profile string, newSaver func() checkpoint.Saver, env ...string) jsapi.Options {
	return jsapi.Options{
		Permissions: granted, Profile: profile, NewMemorySaver: newSaver, Env: env,
		OpenSaver: func(conn string) (checkpoint.Saver, error) { return sqlite.Open(conn, sqlite.Options{}) },
	}
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// This file runs the scripts of the differential suite and compares what they
// print with what Node printed with the real packages.

package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// usesFiles are the scripts that work on files. The others need no permission: what a script can do without one must not
// become less.
var usesFiles = map[string]bool{
	"platform/node-readline-files": true, "platform/copy-into-itself": true, "platform/fs-descriptors": true, "platform/fs-forms": true,
	"platform/fs-options": true, "platform/fs-renames": true, "platform/fs-linked-folders": true, "platform/fs-copies": true, "platform/fs-modes": true, "platform/readline-loops": true, "platform/file-streams": true,
}

// TestOracle runs oracle/<area>/<name>.mjs. What it has to print is in <name>.want
// if there is one, else in <name>.out, as recorded by record.mjs.
func TestOracle(t *testing.T) {
	t.Parallel()
	checkOracleFiles(t)
	known := readExpectedFailures(t)
	for _, file := range oracleFiles(t, ".mjs") {
		base := strings.TrimSuffix(file, ".mjs")
		name := strings.TrimPrefix(filepath.ToSlash(base), "oracle/")
		source, want := readOracleCase(t, base)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := filepath.Join(t.TempDir(), filepath.Base(file))
			writeFile(t, script, source)
			var granted jsapi.Permissions
			if usesFiles[name] {
				granted.Read.All, granted.Write.All = true, true
			}
			runOnSavers(t, granted, script, "1", func(t *testing.T, out string, err error) {
				known.check(t, "oracle/"+name, "1", []string{want}, jsapitest.Normalise(out), err)
			})
		})
	}
}

func oracleFiles(t *testing.T, ending string) []string {
	t.Helper()
	files, err := filepath.Glob("oracle/*/*" + ending)
	if err != nil {
		t.Fatal(err)
	}
	var own []string
	for _, file := range files {
		if !strings.HasPrefix(filepath.ToSlash(file), "oracle/node_modules/") {
			own = append(own, file)
		}
	}
	return own
}

// checkOracleFiles finds outputs without a script, and known failures without one.
func checkOracleFiles(t *testing.T) {
	t.Helper()
	names := map[string]bool{}
	for _, file := range oracleFiles(t, ".mjs") {
		names[strings.TrimSuffix(filepath.ToSlash(file), ".mjs")] = true
	}
	if len(names) == 0 {
		t.Fatal("no scripts")
	}
	for _, ending := range []string{".out", ".want"} {
		for _, file := range oracleFiles(t, ending) {
			if !names[strings.TrimSuffix(filepath.ToSlash(file), ending)] {
				t.Errorf("%s has no script", file)
			}
		}
	}
	for entry, failure := range readExpectedFailures(t) {
		name, profile, _ := strings.Cut(entry, " ")
		if strings.HasPrefix(name, "oracle/") && (!names[name] || profile != "1") {
			t.Errorf("%s: there is no %s with profile %s", failure.file, name, profile)
		}
	}
}

// readOracleCase returns a script and what it has to print. A script says what it
// pins down, and one that is to print something else than Node did says why.
func readOracleCase(t *testing.T, base string) (source []byte, want string) {
	t.Helper()
	source, err := os.ReadFile(base + ".mjs")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(string(source), "\n", 3)
	if !strings.HasPrefix(lines[0], "// Pins: ") {
		t.Errorf("%s.mjs: the first line is not \"// Pins: ...\"", base)
	}
	recorded, err := os.ReadFile(base + ".out")
	if err != nil {
		t.Errorf("%s.mjs is not recorded: make oracle ONLY=%s", base, strings.TrimPrefix(filepath.ToSlash(base), "oracle/"))
	}
	differs := len(lines) > 1 && strings.HasPrefix(lines[1], "// Differs: ")
	wanted, err := os.ReadFile(base + ".want")
	if has := err == nil; has != differs {
		t.Errorf("%s: a .want and a second line \"// Differs: ...\" belong together", base)
	} else if !has {
		return source, string(recorded)
	}
	if string(wanted) == string(recorded) {
		t.Errorf("%s: the .want is what Node printed: it needs no .want", base)
	}
	return source, string(wanted)
}

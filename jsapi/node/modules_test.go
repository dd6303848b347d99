// This file tests what modules of Node print, and which files they use.

package node_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// runIn runs a script that may use the files in dir, and compares its output with the file want. The script has the functions
// of prelude.js.
func runIn(t *testing.T, dir, file, want string, env ...string) {
	t.Helper()
	var source strings.Builder
	for _, part := range []string{"../web/testdata/prelude.js", file} {
		text, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	files := jsapi.Grant{List: []string{dir}}
	out, stderr, err := jsapitest.Run(t, source.String(), jsapi.Options{
		Permissions: jsapi.Permissions{Read: files, Write: files, Env: jsapi.Grant{All: true}}, Env: append(env, "RECORD_DIR="+dir),
	})
	if err != nil {
		t.Fatal(err, stderr)
	}
	text, err := os.ReadFile(want)
	if got := strings.ReplaceAll(out, dir, "DIR"); err != nil || got != string(text) {
		t.Errorf("got %s\nwant %s%v", got, text, err)
	}
}

// TestNodeScripts compares what scripts print with what Node prints.
func TestNodeScripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/modules/*.mjs")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".mjs")
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			runIn(t, t.TempDir(), file, name+".golden")
		})
	}
}

func TestFileContentIsTakenAtTheCall(t *testing.T) {
	t.Parallel()
	runIn(t, t.TempDir(), "testdata/files/content.mjs", "testdata/files/content.want")
}

func TestFilePermissions(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	for _, file := range []string{filepath.Join(dir, "mine"), filepath.Join(other, "secret")} {
		if err := os.WriteFile(file, []byte("s"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	runIn(t, dir, "testdata/files/denied.mjs", "testdata/files/denied.want", "OTHER="+other)
	if left, err := os.ReadDir(other); err != nil || len(left) != 1 {
		t.Errorf("left in the other directory: %v %v", left, err)
	}
}

func TestEveryModuleLoads(t *testing.T) {
	t.Parallel()
	out, _, err := jsapitest.Run(t, `import { builtinModules } from "node:module";
		for (const name of builtinModules) {
			const module = await import("node:" + name).catch((error) => { if (!error.message.startsWith("No such built-in module")) throw error; });
			if (module) console.log(name, Object.keys(module).length > 0);
		}`, jsapi.Options{})
	if n := strings.Count(out, " true\n"); err != nil || n < 40 || n != strings.Count(out, "\n") {
		t.Errorf("%d: %s%v", n, out, err)
	}
}

// For a package, a file of the system that was not granted does not exist; for the script it is an error.
func TestSystemFilesOfPackages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"node_modules/where/index.js": `module.exports = require("fs").existsSync("/.dockerenv");`,
		"package.mjs":                 `import where from "where"; console.log(where);`,
		"script.mjs":                  `import fs from "node:fs"; try { fs.existsSync("/.dockerenv"); } catch (error) { console.log(error.code); }`,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"package.mjs": "false\n", "script.mjs": "ERR_ACCESS_DENIED\n"} {
		if out, err := jsapitest.RunFile(filepath.Join(dir, name), jsapi.Options{}); err != nil || out != want {
			t.Errorf("%s: got %q, want %q: %v", name, out, want, err)
		}
	}
}

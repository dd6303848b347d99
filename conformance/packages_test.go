// This file runs scripts that use real packages from node_modules, and compares what they print with what Node prints.

package conformance_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// installPackages returns a folder with the packages of packages/package-lock.json in its node_modules. The folder is
// cached by the hash of the lock.
func installPackages(t *testing.T) string {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not on PATH: the packages cannot be installed")
	}
	lock, err := os.ReadFile("packages/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "hitlrun-test", fmt.Sprintf("packages-%x", sha256.Sum256(lock))[:25])
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	// Two test runs at once install once.
	guard, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer guard.Close()
	if err := unix.Flock(int(guard.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	done := filepath.Join(dir, "installed")
	if _, err := os.Stat(done); err == nil {
		return dir
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile("packages/package.json")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "package.json"), manifest)
	writeFile(t, filepath.Join(dir, "package-lock.json"), lock)
	cmd := exec.Command(npm, "ci", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	writeFile(t, done, nil)
	return dir
}

// TestPackages runs packages/<name>.mjs beside the installed packages. <name>.out is what Node printed with the same
// server: HITLRUN_RECORD=1 has Node write it again.
func TestPackages(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("packages/*.mjs")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	dir := installPackages(t)
	known := readExpectedFailures(t)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.ToSlash(file), ".mjs")
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(source), "// Pins: ") {
			t.Errorf("%s: the first line is not \"// Pins: ...\"", file)
		}
		t.Run(strings.TrimPrefix(name, "packages/"), func(t *testing.T) {
			t.Parallel()
			// Imports are looked up from where the script is.
			script := filepath.Join(dir, fmt.Sprintf("%s-%d.mjs", filepath.Base(name), os.Getpid()))
			writeFile(t, script, source)
			t.Cleanup(func() { os.Remove(script) })
			env := "MODEL_SERVER=" + newModelServer(t).URL
			if os.Getenv("HITLRUN_RECORD") != "" {
				cmd := exec.Command("node", script)
				cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), env} // nothing of who records it
				cmd.Stderr = os.Stderr
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				writeFile(t, name+".out", []byte(jsapitest.Normalise(string(out))))
			}
			want, err := os.ReadFile(name + ".out")
			if err != nil {
				t.Fatal(err)
			}
			out, err := runGranted(t, grantsOf(name, string(source)), script, "1", savers[1].open(t), append(variables, env)...)
			known.check(t, name, "1", []string{string(want)}, jsapitest.Normalise(out), err)
		})
	}
}

// variables are what packages read when they load, without a grant.
var variables = []string{"TERM=xterm", "HOME=/home/ann", "DEBUG=x", "CI=1", "NODE_DEBUG=x"}

// grantsOf returns the permissions that a script of packages needs. Most need none: nobody should have to find out which variables a package
// wants to read before the first line of the own script runs.
func grantsOf(name, source string) (granted jsapi.Permissions) {
	if strings.Contains(source, "MODEL_SERVER") {
		granted.Env.List = []string{"MODEL_SERVER"}
	}
	if strings.Contains(source, "MODEL_SERVER") || strings.Contains(source, "127.0.0.1") {
		granted.Net.List = []string{"127.0.0.1"}
	}
	if slices.Contains([]string{"files", "archives", "old-files"}, strings.TrimPrefix(name, "packages/")) { // they make a folder in os.tmpdir()
		granted.Read.List, granted.Write.List = []string{"/tmp"}, []string{"/tmp"}
	}
	return granted
}

// TestPackagesWithMachineCode loads machine code for Node.js: the error is one sentence with the name of the package.
func TestPackagesWithMachineCode(t *testing.T) {
	t.Parallel()
	dir := installPackages(t)
	for name, code := range map[string]string{
		"sharp":          `import sharp from "sharp"; await sharp(Buffer.alloc(1)).metadata();`,
		"better-sqlite3": `import Database from "better-sqlite3"; new Database(":memory:");`,
	} {
		script := filepath.Join(dir, fmt.Sprintf("native-%s-%d.mjs", name, os.Getpid()))
		writeFile(t, script, []byte(code))
		t.Cleanup(func() { os.Remove(script) })
		_, err := runGranted(t, jsapi.AllowAll(), script, "1", savers[1].open(t))
		want := "The package " + name + " needs a native addon, machine code for Node.js, which hitlrun cannot load"
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTokenListsAreReadInGo checks that js-tiktoken, in each form that it has, gets its tokens from Go and not from its own loop, which takes a second:
// the maps of the package itself remain empty.
func TestTokenListsAreReadInGo(t *testing.T) {
	t.Parallel()
	dir := installPackages(t)
	for name, code := range map[string]string{
		"lite":    `import { Tiktoken } from "js-tiktoken/lite"; import list from "js-tiktoken/ranks/gpt2"; show(new Tiktoken(list));`,
		"whole":   `import { getEncoding } from "js-tiktoken"; show(getEncoding("gpt2"));`,
		"require": `import { createRequire } from "node:module"; const require = createRequire(import.meta.url); show(require("js-tiktoken").getEncoding("gpt2"));`,
	} {
		script := filepath.Join(dir, fmt.Sprintf("tokens-%s-%d.mjs", name, os.Getpid()))
		writeFile(t, script, []byte(`const show = (e) => console.log(e.rankMap.size, e.textMap.size, e.rankMap.get("104,101"), e.textMap.get(258), e.encode("hello"));`+code))
		t.Cleanup(func() { os.Remove(script) })
		out, err := runGranted(t, jsapi.AllowAll(), script, "1", savers[1].open(t))
		if want := "0 0 258 Uint8Array(2) [ 104, 101 ] [ 31373 ]\n"; err != nil || out != want {
			t.Errorf("%s: got %q, want %q, %v", name, out, want, err)
		}
	}
}

// importedPackage matches a static import of a whole line, and what it imports.
var importedPackage = regexp.MustCompile(`(?m)^import\s[^;]*"([^"]+)";`)

// TestPackagesNeedNoGrants loads the packages that scripts with permissions import, without any. The other scripts of packages have none.
func TestPackagesNeedNoGrants(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("packages/*.mjs")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	dir := installPackages(t)
	var imported []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list := importedPackage.FindAllStringSubmatch(string(source), -1)
		if list == nil {
			t.Errorf("%s has no static imports", file)
		}
		if reflect.DeepEqual(grantsOf(strings.TrimSuffix(filepath.ToSlash(file), ".mjs"), string(source)), jsapi.Permissions{}) {
			continue
		}
		for _, m := range list {
			imported = append(imported, m[1])
		}
	}
	slices.Sort(imported)
	imported = slices.Compact(imported)
	if len(imported) < 20 {
		t.Errorf("only %d packages", len(imported))
	}
	for part := range slices.Chunk(imported, 5) {
		t.Run(part[0], func(t *testing.T) {
			t.Parallel()
			var source strings.Builder
			for i, name := range part {
				fmt.Fprintf(&source, "import * as p%d from %q;\n", i, name)
			}
			source.WriteString("const loaded = [];\n")
			for i := range part { // a bundler leaves out what nobody uses
				fmt.Fprintf(&source, "loaded.push(Object.keys(p%d).length);\n", i)
			}
			source.WriteString("console.log(loaded.length);\n")
			script := filepath.Join(dir, fmt.Sprintf("load-%s-%d.mjs", strings.ReplaceAll(part[0], "/", "-"), os.Getpid()))
			writeFile(t, script, []byte(source.String()))
			t.Cleanup(func() { os.Remove(script) })
			out, err := jsapitest.RunFile(script, jsapi.Options{Env: variables})
			if err != nil || !strings.HasSuffix(out, fmt.Sprintln(len(part))) {
				t.Errorf("printed %q, error %v", out, err)
			}
		})
	}
}

// This file tests `hitlrun cache`.

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCache(t *testing.T) {
	t.Parallel()
	dir, cache := t.TempDir(), filepath.Join(t.TempDir(), "cache")
	script := filepath.Join(dir, "flow.mjs")
	if err := os.WriteFile(script, []byte(`console.log("ran");`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(cache, "notes.txt")
	if err := os.WriteFile(other, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	call := func(args ...string) string {
		t.Helper()
		var out, errOut bytes.Buffer
		if code := run(t.Context(), args, system{stdin: strings.NewReader(""), stdout: &out, stderr: &errOut, cacheDir: cache}); code != exitDone {
			t.Fatalf("%v: %d %s", args, code, &errOut)
		}
		return out.String()
	}
	call("run", script)
	bundles := func() int {
		list, err := filepath.Glob(filepath.Join(cache, "*.bundle"))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if n := bundles(); n != 1 {
		t.Fatalf("%d bundles are left", n)
	}
	if out := call("cache"); !strings.Contains(out, cache+": 1 bundles") || !strings.Contains(out, "at most 256 MB") {
		t.Errorf("cache: %s", out)
	}
	if out := call("cache", "clean"); !strings.Contains(out, "removed 1 bundles") {
		t.Errorf("clean: %s", out)
	}
	if n := bundles(); n != 0 {
		t.Errorf("%d bundles are left", n)
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("a file that is not a bundle: %v", err)
	}
	if out := call("run", script); out != "ran\n" || bundles() != 1 {
		t.Errorf("after clean: %q, %d bundles", out, bundles())
	}
}

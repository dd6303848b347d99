// This file measures processes from outside: the memory they took, the files they left.

package main

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// peak runs hitlrun in dir, and returns what it printed and the most memory it had, in MiB.
func peak(t *testing.T, dir string, args ...string) (stdout, stderr string, megabytes int64) {
	t.Helper()
	cmd := exec.Command("hitlrun", args...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	_ = cmd.Run() // the caller looks at what it printed
	return out.String(), errs.String(), cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
}

func writeScript(t *testing.T, dir, name, source string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Half a megabyte that unpacks to half a gigabyte does not take that much.
func TestMemoryOfABomb(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for range 1 << 9 {
		_, _ = z.Write(make([]byte, 1<<20))
	}
	_ = z.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	writeScript(t, dir, "bomb.ts", `console.log((await (await fetch("`+server.URL+`")).arrayBuffer()).byteLength);`)
	for size, most := range map[string]int64{"1MiB": 130, "": 350} {
		args := []string{"run", "--allow-net"}
		if size != "" {
			args = append(args, "--max-body", size)
		}
		out, errs, took := peak(t, dir, append(args, "bomb.ts")...)
		if out != "" || !strings.Contains(errs, "(--max-body)") || took > most || took < 10 {
			t.Errorf("--max-body %q: took %d MiB, at most %d are expected; printed %q, %q", size, took, most, out, errs)
		}
	}
}

// Whoever stores a bundle removes those that nobody used for a month.
func TestCacheOfBundles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cache := filepath.Join(dir, "cache", "hitlrun")
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, days := range map[string]int{"a.bundle": 40, "b.bundle": 20, "c.bundle": 10, "d.bundle": 1} {
		path := filepath.Join(cache, name)
		then := time.Now().AddDate(0, 0, -days)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 100<<20); err != nil { // holes: nothing of it is on the disk
			t.Fatal(err)
		}
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
	writeScript(t, dir, "one.ts", "console.log(1)")
	if out, errs, _ := peak(t, dir, "run", "one.ts"); out != "1\n" {
		t.Fatalf("printed %q, %q", out, errs)
	}
	left, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(left) != 3 {
		t.Errorf("left: %q (%v), want the new one and two that fit beside it", left, err)
	}
	for _, name := range []string{"a.bundle", "b.bundle"} {
		if _, err := os.Stat(filepath.Join(cache, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
}

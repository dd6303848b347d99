//go:build unix

package hitlrun_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/longterm"
)

// A process that has as many files open as it may have says so, and not that a folder is not writable. An answer to a store that
// is open already can be given again. The limit is that of a process, so another one opens the stores.
func TestNoMoreFiles(t *testing.T) {
	const variable = "HITLRUN_TEST_NO_MORE_FILES"
	if dir := os.Getenv(variable); dir != "" {
		openWithoutFiles(t, dir)
		return
	}
	t.Parallel()
	dir := t.TempDir()
	store, err := hitlrun.Open(filepath.Join(dir, "threads.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Start(t.Context(), load(t, flow), hitlrun.Start{ThreadID: "t", Input: []byte(`{"to": "Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	items, err := longterm.Open(filepath.Join(dir, "items.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := items.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestNoMoreFiles$", "-test.v")
	cmd.Env = append(os.Environ(), variable+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// openWithoutFiles opens the stores in dir while no other file can be opened.
func openWithoutFiles(t *testing.T, dir string) {
	t.Helper()
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 100, Max: 100}); err != nil {
		t.Fatal(err)
	}
	before, err := hitlrun.Open(filepath.Join(dir, "threads.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	var files []*os.File
	for {
		f, err := os.Open(os.DevNull)
		if err != nil {
			break
		}
		files = append(files, f)
	}
	answer := hitlrun.Answer{Value: []byte(`"yes"`)}
	_, resumed := before.Resume(t.Context(), "t", answer)
	_, listed := before.Threads(t.Context(), hitlrun.ThreadFilter{})
	for _, err := range []error{resumed, listed} {
		if !errors.Is(err, hitlrun.ErrExhausted) || !hitlrun.IsOutage(err) {
			t.Errorf("a store that is open: %v", err)
		}
	}
	_, err = hitlrun.Open(filepath.Join(dir, "threads.db"), hitlrun.Options{})
	_, itemsErr := longterm.Open(filepath.Join(dir, "items.db"), nil)
	for _, err := range []error{err, itemsErr} {
		if err == nil || !strings.HasSuffix(err.Error(), "too many open files") {
			t.Errorf("error %v", err)
		}
	}
	for _, f := range files {
		f.Close()
	}
	if res, err := before.Resume(t.Context(), "t", answer); err != nil || res.Status != hitlrun.StatusDone {
		t.Errorf("the same answer, with files: %v %v", res, err)
	}
}

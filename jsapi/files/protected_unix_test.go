//go:build unix

// This file tests what is refused although its folder is granted: stores that are open, and files that are not regular.

package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// write makes a file with the mode.
func write(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte("text"), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// TestOpenStoresAreNotGranted opens the files of a store in a granted folder, by each of their names, while the store is open.
func TestOpenStoresAreNotGranted(t *testing.T) { // not parallel: it waits until no store is open
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	store, beside := filepath.Join(sub, "threads.db"), filepath.Join(sub, "other.txt")
	write(t, store, 0o600)
	write(t, beside, 0o600)
	link, hard := filepath.Join(dir, "link.db"), filepath.Join(dir, "hard.db")
	if err := errors.Join(os.Symlink(store, link), os.Link(store, hard)); err != nil {
		t.Fatal(err)
	}
	grants := files.Grants{List: []string{dir}}
	denied := func(g files.Grants, path string) bool {
		_, err := g.At(path, true)
		if err != nil && !errors.Is(err, files.ErrDenied) {
			t.Errorf("%s: %v", path, err)
		}
		return err != nil
	}
	names := []string{store, store + "-wal", store + "-shm", store + "-journal", store + "-lock", link, hard, sub + "/../sub/threads.db"}
	for _, name := range names {
		if denied(grants, name) {
			t.Errorf("%s is refused, and no store is open", name)
		}
	}

	release := files.ProtectOpen(link)
	for _, name := range append(names, strings.ToUpper(store)) {
		if !denied(grants, name) {
			t.Errorf("%s is granted while the store is open", name)
		}
	}
	if denied(grants, beside) {
		t.Error("a file beside the store is refused")
	}
	if denied(files.Grants{List: []string{store}}, store) {
		t.Error("a store that is granted by its name is refused")
	}
	for _, name := range []string{sub, dir} {
		place, err := grants.At(name, false)
		if err != nil {
			t.Fatal(err)
		}
		to, err := grants.At(filepath.Join(dir, "moved"), false)
		if err != nil {
			t.Fatal(err)
		}
		if err := place.Rename(to); !errors.Is(err, files.ErrDenied) {
			t.Errorf("the folder %s of an open store was moved: %v", name, err)
		}
		if err := place.RemoveAll(); !errors.Is(err, files.ErrDenied) {
			t.Errorf("the folder %s of an open store was removed: %v", name, err)
		}
	}

	again := files.ProtectAll(files.Protected())
	release()
	release()
	moved := filepath.Join(dir, "moved.db")
	if err := errors.Join(os.Remove(hard), os.Rename(store, moved)); err != nil {
		t.Fatal(err)
	}
	if !denied(grants, moved) {
		t.Error("an open store that was moved is granted")
	}
	if err := os.Rename(moved, store); err != nil {
		t.Fatal(err)
	}
	if !denied(grants, store) {
		t.Error("the store is granted although it is open once more")
	}
	again()
	if open := files.Protected(); len(open.Paths)+len(open.Files) != 0 || denied(grants, store) {
		t.Errorf("a closed store is refused; open are %+v", files.Protected())
	}
}

// TestOpenRegular opens files that are read as a whole.
func TestOpenRegular(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, pipe := filepath.Join(dir, "a.ts"), filepath.Join(dir, "pipe.ts")
	write(t, file, 0o600)
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	f, info, err := files.OpenRegular(file)
	if err != nil || info.Size() != 4 {
		t.Fatalf("%v, %v", info, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	for path, want := range map[string]string{
		dir:                          "it is a folder",
		pipe:                         files.ErrNotRegular.Error(),
		"/dev/zero":                  files.ErrNotRegular.Error(),
		filepath.Join(dir, "absent"): "no such file",
	} {
		if f, _, err := files.OpenRegular(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %s", path, f, err, want)
		}
	}
	if _, err := os.Stat("/proc/self/status"); err == nil {
		if _, _, err := files.OpenRegular("/proc/self/status"); !errors.Is(err, files.ErrNotRegular) {
			t.Errorf("a file of /proc: %v", err)
		}
	}
}

// TestOpenBelow opens a file of a folder, and refuses a link out of it.
func TestOpenBelow(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in, secret := filepath.Join(dir, "in"), filepath.Join(dir, "secret")
	if err := os.Mkdir(in, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(in, "a"), 0o600)
	write(t, secret, 0o600)
	if err := os.Symlink(secret, filepath.Join(in, "link")); err != nil {
		t.Fatal(err)
	}
	f, err := files.OpenBelow(in, filepath.Join(in, "a"))
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if f, err := files.OpenBelow(in, filepath.Join(in, "link")); !errors.Is(err, files.ErrDenied) {
		t.Errorf("a link out of the folder: %v, %v", f, err)
	}
}

// TestOnlyOwn looks at the modes of a file.
func TestOnlyOwn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "bundle")
	for mode, want := range map[fs.FileMode]bool{0o600: true, 0o644: true, 0o664: false, 0o646: false} {
		write(t, path, mode)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := files.OnlyOwn(info); got != want {
			t.Errorf("mode %o: %v, want %v", mode, got, want)
		}
	}
}

// TestIsOutput recognises the standard output of this process by any name.
func TestIsOutput(t *testing.T) {
	t.Parallel()
	if !files.IsOutput(os.Stdout) || !files.IsOutput(os.Stderr) {
		t.Error("the standard output is not recognised")
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if files.IsOutput(f) {
		t.Error("a file was taken for the standard output")
	}
}

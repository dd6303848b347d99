package longterm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hitlrun/hitlrun/longterm"
)

// holdFolder opens a folder as files.Hold does.
func holdFolder(t *testing.T, dir string) *os.File {
	t.Helper()
	fd, err := unix.Open(dir, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), dir)
}

// TestHeldFolder opens a store in a folder that was moved, and whose path leads to another folder by now.
func TestHeldFolder(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	dir, moved, secret := filepath.Join(top, "dir"), filepath.Join(top, "moved"), filepath.Join(top, "secret")
	for _, d := range []string{dir, secret} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	folder := holdFolder(t, dir)
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, dir); err != nil {
		t.Fatal(err)
	}
	s, err := longterm.OpenIn(folder, filepath.Join(dir, "items.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), []longterm.Write{{Namespace: []string{"a"}, Key: "k", Value: []byte(`1`)}}); err != nil {
		t.Error(err)
	}
	if names, _ := filepath.Glob(filepath.Join(moved, "items.db*")); len(names) != 3 {
		t.Errorf("the files of the open store are %q", names)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if names, _ := filepath.Glob(filepath.Join(top, "*", "*")); len(names) != 1 || names[0] != filepath.Join(moved, "items.db") {
		t.Errorf("the files of the closed store are %q", names)
	}
}

// TestHeldFolderOfLinks refuses a database that is a link or has a second name.
func TestHeldFolderOfLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "items.db")
	s, err := longterm.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	link, second, pipe := filepath.Join(dir, "link.db"), filepath.Join(dir, "second.db"), filepath.Join(dir, "pipe.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, second); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{link: "replaced by a link", second: "has a second name", pipe: "not a regular file"} {
		if s, err := longterm.OpenIn(holdFolder(t, dir), path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", path, s, err, want)
		}
	}
}

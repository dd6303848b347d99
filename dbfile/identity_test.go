//go:build linux

package dbfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hitlrun/hitlrun/dbfile"
)

// TestIdentity names a file by its path, through a folder that is held open, through a link, and by a descriptor, before and
// after another file takes its place.
func TestIdentity(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.db")
	write := func(path string) {
		t.Helper()
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(path)
	folder, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	held := dbfile.In(folder, path)
	if err := os.Symlink(path, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	first, err := dbfile.Identify(path)
	if err != nil || !first.Known() {
		t.Fatal(first, err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	opened, err := dbfile.IdentityOf(f)
	if err != nil || !opened.Same(first) {
		t.Error("the descriptor is another file", err)
	}
	for _, name := range []string{held, filepath.Join(dir, "link")} {
		if now, err := dbfile.Identify(name); err != nil || !now.Same(first) {
			t.Errorf("%s is another file: %v", name, err)
		}
	}

	write(path + ".new")
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, held} {
		if now, err := dbfile.Identify(name); err != nil || !now.Known() || now.Same(first) {
			t.Errorf("%s is the same file after another took its place: %v", name, err)
		}
	}

	if err := os.Rename(dir, dir+".old"); err != nil { // what is held open is found under any name
		t.Fatal(err)
	}
	if _, err := dbfile.Identify(held); err != nil || !dbfile.Exists(held) {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(dir+".old", "a.db")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, held} {
		gone, err := dbfile.Identify(name)
		if !errors.Is(err, fs.ErrNotExist) || gone.Known() || gone.Same(gone) || dbfile.Exists(name) {
			t.Errorf("%s is there after it was removed: %v", name, err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := dbfile.IdentityOf(f); err == nil {
		t.Error("a closed file has an identity")
	}
}

// TestResolveHeld resolves what may have been put in the place of a database in a folder that is held open.
func TestResolveHeld(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if err := os.WriteFile(filepath.Join(dir, "a.db"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		os.Symlink("a.db", filepath.Join(dir, "link.db")),
		os.Mkdir(filepath.Join(dir, "folder.db"), 0o700),
		os.WriteFile(filepath.Join(dir, "empty.db"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, "two.db"), []byte("x"), 0o600),
		os.Link(filepath.Join(dir, "two.db"), filepath.Join(dir, "second.db")),
	)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		exists bool
		err    string
	}{
		"a.db":      {true, ""},
		"empty.db":  {false, ""},
		"new.db":    {false, ""},
		"link.db":   {false, "it was replaced by a link while it was opened"},
		"folder.db": {false, "it is not a regular file"},
		"second.db": {false, "it has a second name (a hard link)"},
	} {
		path := dbfile.In(folder, name)
		resolved, exists, err := dbfile.Resolve(path)
		wantError(t, err, want.err)
		if exists != want.exists || err == nil && resolved != path {
			t.Errorf("%s: %s, %t", name, resolved, exists)
		}
	}
}

// TestKindsOfSides puts what no store makes in the place of a file beside a database.
func TestKindsOfSides(t *testing.T) {
	t.Parallel()
	for want, put := range map[string]func(path string) error{
		"a link":       func(path string) error { return os.Symlink("/dev/null", path) },
		"a folder":     func(path string) error { return os.Mkdir(path, 0o700) },
		"a named pipe": func(path string) error { return unix.Mkfifo(path, 0o600) },
		"a socket":     func(path string) error { return unix.Mknod(path, unix.S_IFSOCK|0o600, 0) },
		"has a second name (a hard link": func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Link(path, path+".second"))
		},
	} {
		path := placed(t)
		if err := put(path + "-wal"); err != nil {
			t.Fatal(err)
		}
		wantError(t, dbfile.CheckSides(path), want)
	}
}

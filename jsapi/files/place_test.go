// This file tests the operations on places: they work on granted files, refuse all others, and do not follow links to
// other places.

package files_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// granted makes two folders, of which the first is granted.
func granted(t *testing.T) (inside, outside string, at func(path string) *files.Place) {
	t.Helper()
	top := t.TempDir()
	inside, outside = filepath.Join(top, "in"), filepath.Join(top, "out")
	for _, dir := range []string{inside, outside} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	grants := files.Grants{List: []string{inside}}
	return inside, outside, func(path string) *files.Place {
		t.Helper()
		place, err := grants.At(path, false)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		return place
	}
}

func TestOperations(t *testing.T) {
	t.Parallel()
	for _, everything := range []bool{false, true} {
		inside, _, at := granted(t)
		if everything {
			all := files.Grants{All: true}
			at = func(path string) *files.Place {
				place, err := all.At(path, false)
				if err != nil {
					t.Fatal(err)
				}
				return place
			}
		}
		path := func(name string) string { return filepath.Join(inside, name) }
		check := func(what string, err error) {
			t.Helper()
			if err != nil {
				t.Errorf("%s: %v (everything is granted: %v)", what, err, everything)
			}
		}
		check("Mkdir", at(path("dir")).Mkdir(0o700))
		check("MkdirAll", at(path("deep/er")).MkdirAll(0o700))
		f, err := at(path("dir/a")).OpenFile(os.O_RDWR|os.O_CREATE, 0o600)
		check("OpenFile", err)
		_, err = f.WriteString("text")
		check("write", errors.Join(err, f.Close()))
		check("Rename", at(path("dir/a")).Rename(at(path("dir/b"))))
		check("Link", at(path("dir/b")).Link(at(path("deep/c"))))
		check("Symlink", at(path("dir/link")).Symlink("b"))
		check("Chmod", at(path("dir/b")).Chmod(0o640))
		when := time.Unix(1_000_000_000, 0)
		check("Chtimes", at(path("dir/b")).Chtimes(when, when))
		info, err := at(path("dir/b")).Stat()
		check("Stat", err)
		if info.Mode().Perm() != 0o640 || !info.ModTime().Equal(when) || info.Size() != 4 {
			t.Errorf("the file is %v %v %d", info.Mode(), info.ModTime(), info.Size())
		}
		if target, err := at(path("dir/link")).Readlink(); err != nil || target != "b" {
			t.Errorf("Readlink: %q, %v", target, err)
		}
		if info, err := at(path("dir/link")).Lstat(); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("Lstat: %v", err)
		}
		entries, err := at(path("dir")).ReadDir("")
		check("ReadDir", err)
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if strings.Join(names, " ") != "b link" {
			t.Errorf("the folder has %q", names)
		}
		check("Remove", at(path("dir/link")).Remove())
		check("RemoveAll", at(path("deep")).RemoveAll())
		if _, err := os.Stat(path("deep")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("what was removed is there: %v", err)
		}
	}
}

func TestRefusedPlaces(t *testing.T) {
	t.Parallel()
	inside, outside, at := granted(t)
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	grants := files.Grants{List: []string{inside}}
	if err := os.Symlink("../out", filepath.Join(inside, "away")); err != nil {
		t.Skipf("no symbolic links can be made here: %v", err)
	}
	for _, path := range []string{secret, filepath.Join(inside, "../out/secret"), filepath.Join(inside, "away/secret")} {
		if grants.Check(path) == nil {
			t.Errorf("%s is granted", path)
		}
		if place, err := grants.At(path, true); err == nil {
			if f, err := place.OpenFile(os.O_RDONLY, 0); err == nil {
				text, _ := io.ReadAll(f)
				t.Errorf("%s was read: %s", path, text)
			}
		}
	}
	other := files.Grants{List: []string{outside}}
	there, err := other.At(filepath.Join(outside, "moved"), false)
	if err != nil {
		t.Fatal(err)
	}
	f, err := at(filepath.Join(inside, "mine")).OpenFile(os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	mine := at(filepath.Join(inside, "mine"))
	if err := mine.Rename(there); !errors.Is(err, syscall.EXDEV) {
		t.Errorf("Rename between folders that were granted apart: %v", err)
	}
	if err := mine.Link(there); !errors.Is(err, syscall.EXDEV) {
		t.Errorf("Link between folders that were granted apart: %v", err)
	}
	all := files.Grants{All: true}
	if all.Check("/proc/self/environ") == nil {
		t.Error("all files have those of the system among them")
	}
	if err := (files.Grants{All: true, System: true}).Check("/proc/self/environ"); err != nil {
		t.Errorf("with System: %v", err)
	}
}

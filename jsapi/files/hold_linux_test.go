package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// TestHold checks that a held folder is found although another one has taken its path, and that a link in the path is refused.
func TestHold(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Mkdir(at("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, at("folder/file"), 0o600)
	held, err := files.HoldFolder(at("folder/new"))
	if err != nil {
		t.Fatal(err)
	}
	if held == nil {
		t.Skip("the system cannot hold folders")
	}
	defer held.Close()
	if err := errors.Join(os.Rename(at("folder"), at("moved")), os.Symlink(at("moved"), at("folder"))); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(files.HeldPath(held), "file")); err != nil || string(text) != "text" {
		t.Errorf("the held folder has %q, %v", text, err)
	}
	if _, err := files.Hold(at("folder/file")); !errors.Is(err, files.ErrDenied) {
		t.Errorf("through a link: %v", err)
	}
	if _, err := files.Hold(at("none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of no file: %v", err)
	}
	for _, path := range []string{":memory:", ""} {
		if f, err := files.HoldFolder(path); f != nil || err != nil {
			t.Errorf("%q has the folder %v, %v", path, f, err)
		}
	}
}

// TestTimes sets the times of an open file, and of a link by its place.
func TestTimes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	write(t, file, 0o600)
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	first, second := time.Unix(1000, 0), time.Unix(2000, 500)
	if err := files.SetTimes(f, first, first); err != nil {
		t.Fatal(err)
	}
	for _, grants := range []files.Grants{{List: []string{dir}}, {All: true}} {
		place, err := grants.At(link, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := place.Lchtimes(second, second); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(link); err != nil || !info.ModTime().Equal(second) {
			t.Errorf("the link was changed at %v, %v", info.ModTime(), err)
		}
		if info, err := os.Stat(file); err != nil || !info.ModTime().Equal(first) {
			t.Errorf("the file was changed at %v, %v", info.ModTime(), err)
		}
		if err := place.Access(4); err != nil {
			t.Errorf("the link cannot be read: %v", err)
		}
		second = second.Add(time.Hour)
	}
}

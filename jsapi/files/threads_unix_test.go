//go:build unix

// This file tests that a grant of a directory is no grant to change the stores of threads in it.

package files_test

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/storefile"
)

// writeStore makes a file with the header of a store of threads, or with that of a file of a script.
func writeStore(t *testing.T, path string, marked bool) {
	t.Helper()
	data := make([]byte, 4096)
	copy(data, "SQLite format 3\x00")
	binary.BigEndian.PutUint32(data[68:], storefile.ApplicationID)
	if marked {
		binary.BigEndian.PutUint32(data[40:], uint32(storefile.Mark(9)))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// realDir returns a directory of the test without links in its path.
func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestStoresOfThreadsAreNotWritten asks for the places of stores that nobody has open.
func TestStoresOfThreadsAreNotWritten(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	writeStore(t, at("s.db"), true)
	writeStore(t, at("deep/er/s.db"), true)
	writeStore(t, at("own.db"), false)
	writeStore(t, at("ownfolder/own.db"), false)
	short := at("short.db")
	writeStore(t, short, true)
	err := errors.Join(os.Truncate(short, 99), os.Symlink("s.db", at("link.db")), os.Symlink("own.db", at("ownlink.db")), os.Symlink("deep/er", at("folder")),
		os.Symlink("ownfolder", at("otherfolder")), os.Link(at("s.db"), at("hard.db")), os.Mkdir(at("linked"), 0o700), os.Symlink(at("s.db"), at("linked/inside")))
	if err != nil {
		t.Fatal(err)
	}
	denied := func(g files.Grants, name string, follow bool) bool {
		_, err := g.At(at(name), follow)
		if err != nil && !errors.Is(err, files.ErrDenied) {
			t.Errorf("%s: %v", name, err)
		}
		return err != nil
	}
	folder, everything := files.Grants{List: []string{dir}, Writes: true}, files.Grants{All: true, Writes: true}
	for _, name := range []string{"s.db", "s.db-wal", "s.db-WAL", "s.db-lock", "hard.db", "hard.db-wal", "link.db", "deep/er/s.db", "folder/s.db"} {
		if !denied(folder, name, true) || !denied(everything, name, true) || !denied(folder, name, false) {
			t.Errorf("%s can be written", name)
		}
		if denied(files.Grants{List: []string{dir}}, name, true) || denied(files.Grants{All: true, System: true, Writes: true}, name, true) {
			t.Errorf("%s cannot be read, or not be written with everything", name)
		}
	}
	if !denied(folder, "folder", false) || denied(folder, "folder", true) || denied(folder, "otherfolder", false) {
		t.Error("the link to the folder of a store can be replaced, or another one cannot")
	}
	for _, name := range []string{"own.db", "own.db-wal", "ownlink.db", "short.db", "absent.db", "absent.db-wal", "deep/er/other"} {
		if denied(folder, name, true) || denied(folder, name, false) {
			t.Errorf("%s cannot be written", name)
		}
	}
	if named := (files.Grants{List: []string{dir, at("s.db")}, Writes: true}); denied(named, "s.db", true) || !denied(named, "hard.db", true) || !denied(named, "s.db-wal", true) {
		t.Error("a store that is granted by its name is refused, or another name of it is not")
	}

	// Directories with a store in them stay where they are.
	place := func(name string) *files.Place {
		p, err := folder.At(at(name), false)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, name := range []string{"deep", "deep/er", "linked", "."} {
		if err := place(name).Rename(place("moved")); !errors.Is(err, files.ErrDenied) {
			t.Errorf("%s was moved: %v", name, err)
		}
		if err := place(name).RemoveAll(); !errors.Is(err, files.ErrDenied) {
			t.Errorf("%s was removed: %v", name, err)
		}
	}
	if err := place("ownfolder").Rename(place("moved")); err != nil {
		t.Error(err)
	}
	if err := place("moved").RemoveAll(); err != nil {
		t.Error(err)
	}
	named := files.Grants{List: []string{dir, at("deep/er/s.db")}, Writes: true}
	p, err := named.At(at("deep"), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.RemoveAll(); err != nil {
		t.Errorf("the folder of a store that is granted by its name: %v", err)
	}
}

// TestStoreTakesThePlace puts a store where there was none when a script asked for the place. What is opened is looked at again.
func TestStoreTakesThePlace(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	path := filepath.Join(dir, "s.db")
	for _, flags := range []int{os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_TRUNC, os.O_RDWR | os.O_TRUNC | os.O_CREATE, os.O_WRONLY | os.O_APPEND} {
		place, err := (files.Grants{List: []string{dir}, Writes: true}).At(path, true)
		if err != nil {
			t.Fatal(err)
		}
		writeStore(t, path, true)
		if f, err := place.OpenFile(flags, 0o600); !errors.Is(err, files.ErrDenied) {
			t.Errorf("flags %x: %v, %v", flags, f, err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() != 4096 {
			t.Errorf("flags %x: the store was changed: %v", flags, err)
		}
		writeStore(t, path, false)
		f, err := place.OpenFile(flags, 0o600)
		if err != nil {
			t.Fatalf("flags %x: a file of a script: %v", flags, err)
		}
		info, err := f.Stat()
		if err != nil || (info.Size() == 0) != (flags&os.O_TRUNC != 0) {
			t.Errorf("flags %x: the file has %d bytes", flags, info.Size())
		}
		if _, err := f.WriteString("text"); err != nil {
			t.Errorf("flags %x: %v", flags, err)
		}
		if err := errors.Join(f.Close(), os.Remove(path)); err != nil {
			t.Error(err)
		}
	}
}

// TestFilesThatCannotBeRead opens a file for writing that cannot be read: nor can it be used as a store.
func TestFilesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	path := filepath.Join(dir, "s.db")
	writeStore(t, path, false)
	if err := os.Chmod(path, 0o200); err != nil {
		t.Fatal(err)
	}
	place, err := (files.Grants{List: []string{dir}, Writes: true}).At(path, true)
	if err != nil {
		t.Fatal(err)
	}
	f, err := place.OpenFile(os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
}

// TestOpenedFilesAreNotRead makes a file that this process has open as a database a store: who would read it would end the locks of SQLite.
func TestOpenedFilesAreNotRead(t *testing.T) {
	t.Parallel()
	dir := realDir(t)
	path := filepath.Join(dir, "s.db")
	writeStore(t, path, true)
	release := files.Opened(path)
	if files.IsThreads(path) {
		t.Error("the file of an open database was read")
	}
	release()
	release()
	if !files.IsThreads(path) {
		t.Error("the file of a closed database was not read")
	}
	for _, suffix := range []string{"-shm", "-lock"} {
		writeStore(t, path+suffix, true)
		if err := os.Rename(path, filepath.Join(dir, "away")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if files.IsThreads(path + suffix) {
			t.Errorf("a file whose name ends in %s was read", strings.TrimPrefix(suffix, "-"))
		}
	}
}

// TestFilesThatCannotBeOpened asks about a file while no more files may be open: what nobody can say to be no store is one.
func TestFilesThatCannotBeOpened(t *testing.T) { // not parallel: it changes a limit of the process
	dir := realDir(t)
	path := filepath.Join(dir, "s.db")
	writeStore(t, path, true)
	if err := os.Symlink(dir, filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	none := before
	none.Cur = 0
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none); err != nil {
		t.Fatal(err)
	}
	file, folder := files.IsThreads(path), files.IsThreads(filepath.Join(dir, "folder"))
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	if !file || !folder {
		t.Errorf("a store that cannot be opened for want of descriptors is taken for another file: %v, %v", file, folder)
	}
}

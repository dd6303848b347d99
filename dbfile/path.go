// This file looks at a path before SQLite opens it for writing: a file of another program must stay as it is.

package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Memory is the path of a database that is in memory, and ends with its connection.
const Memory = ":memory:"

// Kind is a kind of file.
type Kind struct {
	Name          string // "hitlrun database"
	ApplicationID int64  // in the header of each such file
	Params        string // what Connect needs for it, "" for nothing
}

// Resolve returns the absolute path of the file, without symbolic links, and
// whether there is anything in it.
func Resolve(path string) (resolved string, exists bool, err error) {
	if path == "" {
		return "", false, errors.New("the path is empty")
	}
	if strings.ContainsRune(path, 0) {
		return "", false, errors.New("the path has a NUL byte in it")
	}
	resolved, err = filepath.Abs(path)
	if err != nil {
		return "", false, err
	}
	info, err := os.Stat(resolved)
	if errors.Is(err, fs.ErrNotExist) {
		dir, err := filepath.EvalSymlinks(filepath.Dir(resolved))
		if err != nil {
			return "", false, folderError(filepath.Dir(resolved), err)
		}
		if info, err := os.Stat(dir); err == nil && !info.IsDir() {
			return "", false, fmt.Errorf("%s is not a folder", dir)
		}
		return filepath.Join(dir, filepath.Base(resolved)), false, nil
	}
	if err != nil {
		return "", false, folderError(filepath.Dir(resolved), err)
	}
	if info.IsDir() {
		return "", false, errors.New("it is a folder")
	}
	if !info.Mode().IsRegular() {
		return "", false, errors.New("it is not a regular file")
	}
	resolved, err = filepath.EvalSymlinks(resolved)
	return resolved, info.Size() > 0, err
}

// CheckEmpty returns an error for a file of 0 bytes that is not just a place for a new store.
func CheckEmpty(path string, readOnly bool) error {
	info, err := os.Stat(path)
	if err != nil || info.Size() > 0 {
		return nil // then it is not empty
	}
	for _, side := range []string{"-wal", "-journal", "-lock"} {
		if Exists(path+side) && (side == "-lock" || NotEmpty(path+side)) {
			return fmt.Errorf("it is an empty file, but there is %s%s: a store was there and was cut off; put a backup in its place, or remove both to begin anew", filepath.Base(path), side)
		}
	}
	if readOnly {
		return errors.New("it is an empty file (0 bytes), not a store")
	}
	return nil
}

func folderError(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("folder %s does not exist", dir)
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s is not a folder", dir)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("folder %s may not be entered", dir)
	}
	return err
}

// Inspect returns an error if the file is not of this kind. It opens it as one that
// nobody changes: without locks, without a look at the WAL, and without making
// files. (To read its header ourselves would be simpler, but when a process
// closes a file, it loses the locks that SQLite has on it.) The application id is
// in the file itself from the first transaction on, never only in the WAL.
func (k Kind) Inspect(path string) error {
	const times, pause = 5, 10 * time.Millisecond
	for i := 1; ; i++ {
		err := k.inspectOnce(path)
		if !errors.As(err, new(*halfError)) || i == times {
			return err
		}
		// A process may just have copied the WAL into the file, and have deleted it before we looked for it.
		time.Sleep(pause)
	}
}

// halfError says of a file that it may be of a kind.
type halfError struct{ name string }

func (e *halfError) Error() string { return "it is damaged, or not a " + e.name }

func (k Kind) inspectOnce(path string) error {
	c, err := Connect(path, "mode=ro&immutable=1&"+k.Params, 0)
	if err == nil {
		defer func() { _ = c.Close() }()
		var id int64
		if id, err = c.Number("PRAGMA application_id"); err == nil && id == k.ApplicationID {
			return nil
		}
	}
	var e sqlite3.Error
	switch {
	case !errors.As(err, &e):
		return errors.New("it is not a " + k.Name)
	case e.Code == sqlite3.ErrNotADB && Exists(path+"-lock"):
		return &halfError{k.Name}
	case e.Code == sqlite3.ErrNotADB:
		return errors.New("it is not a " + k.Name)
	case e.ExtendedCode == ErrData && !NotEmpty(path+"-wal") && !NotEmpty(path+"-journal"):
		return ErrDamagedPage
	case (e.Code == sqlite3.ErrCorrupt || e.ExtendedCode == ErrData) && (NotEmpty(path+"-wal") || NotEmpty(path+"-journal")):
		return nil // a process is copying the WAL into the file, or died while it did: the WAL has what is missing; or so with the journal of Rekey
	case e.Code == sqlite3.ErrCorrupt:
		return &halfError{k.Name}
	}
	return OpenError(path, err)
}

// NotEmpty reports whether there is a file with something in it.
func NotEmpty(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// OpenError explains why SQLite could not open path, or the files beside it.
func OpenError(path string, err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrPerm:
		if f, err := os.Stat(path); err == nil && f.Size() > 0 && e.Code != sqlite3.ErrCantOpen && e.ExtendedCode != sqlite3.ErrReadonly.Extend(6) {
			return errors.New("the file is not writable")
		}
		return fmt.Errorf("folder %s is not writable", filepath.Dir(path))
	}
	return Explain(err)
}

// IsReadOnlyFS reports whether err says that nothing can be written to the file system.
func IsReadOnlyFS(err error) bool { return errors.Is(err, syscall.EROFS) }

// Exists reports whether there is something at path.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

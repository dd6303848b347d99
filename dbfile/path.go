// This file inspects a path before SQLite opens it for writing: a file of another program must stay as it is.

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

// Memory is the path of a database in memory, which ends with its connection.
const Memory = ":memory:"

// Kind describes one sort of file.
type Kind struct {
	Name          string // the name that errors use: "hitlrun database"
	ApplicationID int64  // the application id in the header of each such file
	Params        string // parameters that Connect needs for it, "" for none
}

// Resolve returns the absolute path of the file, without symbolic links, and whether the file exists and is not
// empty.
func Resolve(path string) (resolved string, exists bool, err error) {
	if path == "" {
		return "", false, errors.New("the path is empty")
	}
	if strings.ContainsRune(path, 0) {
		return "", false, errors.New("the path has a NUL byte in it")
	}
	if held(path) {
		return resolveHeld(path)
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

// CheckEmpty returns an error for a file of 0 bytes, or for none, unless it is only a place for a new store. SQLite would read
// the WAL of the old file into a new one.
func CheckEmpty(path string, readOnly bool) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return checkNoWAL(path)
	}
	if err != nil || info.Size() > 0 {
		return nil // the file is no longer empty
	}
	for _, side := range []string{"-wal", "-journal", "-lock"} {
		if Exists(path+side) && (side == "-lock" || NotEmpty(path+side)) {
			return fmt.Errorf("it is an empty file, but there is %s%s: a store was there and was cut off; put a backup in its place, or remove both to start a new store", filepath.Base(path), side)
		}
	}
	if readOnly {
		return errors.New("it is an empty file (0 bytes), not a store")
	}
	return nil
}

// checkNoWAL returns an error if a file that does not exist has left a WAL or a journal.
func checkNoWAL(path string) error {
	for _, side := range []string{"-wal", "-journal"} {
		if NotEmpty(path+side) && !Exists(path) { // another process may have made it meanwhile
			return fmt.Errorf("there is no such file, but there is %s%s: a store was there, and this has a part of it; put the store or a backup in its place, or remove this one, too, to start a new store", filepath.Base(path), side)
		}
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
		return fmt.Errorf("folder %s cannot be entered: its permissions forbid it", dir)
	}
	return err
}

// Inspect returns an error if the file is not of this kind. It opens the file as one that nobody changes: it takes no
// locks, ignores the WAL, and makes no files. (It cannot read the header without SQLite: when a process closes a
// file, it loses the locks that SQLite has on it.) The first transaction writes the application id to the file
// itself; the id is never in the WAL alone.
func (k Kind) Inspect(path string) error {
	const times, pause = 5, 10 * time.Millisecond
	for i := 1; ; i++ {
		err := k.inspectOnce(path)
		if !errors.As(err, new(*halfError)) || i == times {
			return err
		}
		// A process may have copied the WAL into the file, and have deleted it before this look.
		time.Sleep(pause)
	}
}

// halfError returns the error for a file that may be of a kind, but is not complete.
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
	case errors.Is(err, errSchema):
		return err
	case !errors.As(err, &e):
		return errors.New("it is not a " + k.Name)
	case e.Code == sqlite3.ErrNotADB && Exists(path+"-lock"):
		return &halfError{k.Name}
	case e.Code == sqlite3.ErrNotADB:
		return errors.New("it is not a " + k.Name)
	case e.ExtendedCode == ErrData && !NotEmpty(path+"-wal") && !NotEmpty(path+"-journal"):
		return ErrDamagedPage
	case (e.Code == sqlite3.ErrCorrupt || e.ExtendedCode == ErrData) && (NotEmpty(path+"-wal") || NotEmpty(path+"-journal")):
		// a process is copying the WAL into the file, or died while it did so, and the WAL has what is missing; the
		// same can be true of the journal of Rekey
		return nil
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
	if e.SystemErrno == syscall.EMFILE || e.SystemErrno == syscall.ENFILE { // no more files may be open
		return e.SystemErrno
	}
	switch e.Code {
	case sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrPerm:
		if err := CheckSides(path); err != nil {
			return err
		}
		if f, err := os.Stat(path); err == nil && f.Size() > 0 && e.Code != sqlite3.ErrCantOpen && e.ExtendedCode != sqlite3.ErrReadonly.Extend(6) {
			return errors.New("the file is not writable")
		}
		folder := filepath.Dir(Shown(path))
		if noInodes(folder) {
			return fmt.Errorf("no file can be made in folder %s: its file system has no inode left (see df -i)", folder)
		}
		return fmt.Errorf("folder %s is not writable", folder)
	}
	return Explain(err)
}

// IsReadOnlyFS reports whether err says that the file system is read-only.
func IsReadOnlyFS(err error) bool { return errors.Is(err, syscall.EROFS) }

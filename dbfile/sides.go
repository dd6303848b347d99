// This file checks the files beside a database: SQLite takes what they contain for a part of it.

package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Sides returns the ends of the names of the files beside a database.
func Sides() []string { return []string{"-wal", "-shm", "-journal", "-lock"} }

// CheckSides returns an error if a file beside the database at path cannot be what SQLite and hitlrun make there: it is
// a link or not a regular file, it has a second name, or a user can write to it who cannot write to the database. path
// must be resolved; the database need not exist.
func CheckSides(path string) error {
	main, err := os.Lstat(path)
	if err != nil {
		main = nil // it is about to be made
	}
	for _, side := range Sides() {
		info, err := os.Lstat(path + side)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = checkSide(path+side, info, main)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func checkSide(path string, info, main fs.FileInfo) error {
	path = Shown(path)
	switch kind := info.Mode().Type(); {
	case kind == 0 && linkCount(info) > 1:
		return fmt.Errorf("%s has a second name (a hard link), so a store would write to another file, too: remove one of the two names (find -samefile shows them)", path)
	case kind == 0:
		return checkWriters(path, info, main)
	default:
		return fmt.Errorf("%s is %s, and not a file of a store: remove it", path, kindName(kind))
	}
}

// kindName says what a file is that is not regular.
func kindName(kind fs.FileMode) string {
	switch {
	case kind&fs.ModeSymlink != 0:
		return "a link"
	case kind&fs.ModeDir != 0:
		return "a folder"
	case kind&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case kind&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// CheckWriters returns an error if anyone but the user of this process, and root, can write to the database at path, to a
// file beside it, or to a folder above it. The error names the file or folder. path must be resolved. A file that does
// not exist is not checked.
func CheckWriters(path string) error {
	if err := checkOwn(path, false); err != nil {
		return err
	}
	for _, side := range Sides() {
		if err := checkOwn(path+side, true); err != nil {
			return err
		}
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if err := checkFolder(dir); err != nil {
			return err
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

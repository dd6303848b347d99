// This file compares files with what was granted.

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Grants say which files may be touched. The zero value is none.
type Grants struct {
	All    bool     // every file, but not what tells of processes and devices: see special.go
	System bool     // every file without exception
	List   []string // files, and directories with all below them; relative to the working directory
}

// ErrDenied is what the errors of files are that were not granted.
var ErrDenied = errors.New("access to the file was not granted")

// Covers reports whether a path that Real has resolved was granted.
func (g Grants) Covers(real string) bool {
	_, ok := g.dirOf(real)
	return ok
}

// dirOf returns the directory of the grant that covers a path: the one below which it may be opened.
func (g Grants) dirOf(real string) (string, bool) {
	if g.System {
		return root(real), true
	}
	special := isSpecial(real)
	for _, entry := range g.List {
		granted, err := Real(entry, true)
		if err == nil && Below(granted, real) && (!special || isSpecial(granted)) {
			return existing(granted), true
		}
	}
	if g.All && !special {
		return root(real), true
	}
	return "", false
}

// Below reports whether a path is a directory or in it. Both were resolved.
func Below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// existing returns the nearest directory at or above a path.
func existing(path string) string {
	for {
		if info, err := os.Lstat(path); err == nil && info.IsDir() || filepath.Dir(path) == path {
			return path
		}
		path = filepath.Dir(path)
	}
}

// Check returns an error that is ErrDenied if a file was not granted.
func (g Grants) Check(path string) error {
	if g.System || g.All && isStandard(path) {
		return nil
	}
	if real, _ := Real(path, true); !g.Covers(real) {
		return fmt.Errorf("%s: %w", path, ErrDenied)
	}
	return nil
}

// errnoOf is the number of an error of the file system.
func errnoOf(err error) syscall.Errno {
	var errno syscall.Errno
	switch {
	case errors.As(err, &errno):
		return errno
	case errors.Is(err, fs.ErrNotExist):
		return syscall.ENOENT
	case errors.Is(err, fs.ErrPermission):
		return syscall.EACCES
	}
	return syscall.EIO
}

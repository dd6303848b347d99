// This file compares files with the grants.

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Grants say which files may be used. The zero value grants none.
type Grants struct {
	All    bool     // all files, except special files about processes and devices (special.go) and stores (store_files.go, threads.go)
	System bool     // all files without exception
	List   []string // files, and directories with their contents, as Resolve returns them
	Writes bool     // the files are to be written: see IsSideFile and IsThreads
}

// Resolve returns the absolute paths without links of files and directories that a script is to read and to write. The
// links are followed now and not when a file is used: by then the script could have replaced a granted directory by a
// link. A run before this one could have done so too. So it is an error if a part of a path is a link in a directory that
// the script may write.
func Resolve(read, write []string) (readable, writable []string, err error) {
	var roots []string
	for _, path := range write {
		if real, err := Real(path, true); err == nil {
			roots = append(roots, real)
		}
	}
	resolve := func(list []string) []string {
		var resolved []string
		for _, path := range list {
			if ofProcess(path) || isStandard(path) {
				resolved = append(resolved, path) // it is another file in each process; see dirOf and hasStandard
				continue
			}
			ours := ""
			real, failed := follow(path, true, func(link string) {
				if slices.ContainsFunc(roots, func(dir string) bool { return Below(dir, link) }) {
					ours = link
				}
			})
			switch {
			case ours != "":
				err = errors.Join(err, fmt.Errorf("%s cannot be granted: %s is a link in a directory that the script may write; if you made it, grant %s instead", path, ours, real))
			case failed == nil:
				resolved = append(resolved, real)
			}
		}
		return resolved
	}
	readable, writable = resolve(read), resolve(write)
	return readable, writable, err
}

// ErrDenied matches, with errors.Is, the errors for files that were not granted.
var ErrDenied = errors.New("access to the file was not granted")

// Covers reports whether a path is granted. real must be resolved by Real.
func (g Grants) Covers(real string) bool {
	_, ok := g.dirOf(real)
	return ok
}

// ofProcess reports whether a path is in the directory of the process that uses it. Scripts cannot make links there.
func ofProcess(path string) bool {
	path = filepath.Clean(path)
	return Below("/proc/self", path) || Below("/proc/thread-self", path)
}

// dirOf returns the directory of the grant that covers a path. The file must be opened below it.
func (g Grants) dirOf(real string) (string, bool) {
	if g.System {
		return root(real), true
	}
	if g.Writes && IsSideFile(real) {
		return "", false
	}
	special, store := isSpecial(real), ofStore(real)
	if g.Writes && store == noStore && IsThreads(real) {
		store = itsName
	}
	for _, granted := range g.List {
		if ofProcess(granted) {
			granted, _ = Real(granted, true)
		}
		if Below(granted, real) && (!special || isSpecial(granted)) && (store == noStore || store == itsName && granted == real) {
			return existing(granted), true
		}
	}
	if g.All && !special && store == noStore {
		return root(real), true
	}
	return "", false
}

// Below reports whether path is dir or in dir. Both must be resolved.
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

// hasStandard reports whether a path names the standard input or an output of this process, and is granted.
func (g Grants) hasStandard(path string) bool {
	return isStandard(path) && !isHidden(path) && (g.All || slices.Contains(g.List, path))
}

// Check returns an error that matches ErrDenied if a file is not granted.
func (g Grants) Check(path string) error {
	if g.System || g.hasStandard(path) {
		return nil
	}
	if real, _ := Real(path, true); isHidden(path) || !g.Covers(real) {
		return fmt.Errorf("%s: %w", path, ErrDenied)
	}
	return nil
}

// errnoOf returns the error number of an error of the file system.
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

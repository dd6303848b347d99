// This file excludes stores of threads from the grants of directories to write, also if nobody has them open: who replaces a store
// decides what its threads do, and with which permissions they continue.

package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hitlrun/hitlrun/storefile"
)

// IsThreads reports whether a resolved path is a store of threads, or a file beside one. A link to a store counts as the store,
// and so does a link to the folder of one.
func IsThreads(real string) bool {
	if isThreads(real, true) {
		return true
	}
	name := strings.ToLower(real) // some file systems ignore the case
	for _, suffix := range storeSuffixes[1:] {
		if strings.HasSuffix(name, suffix) && isThreads(real[:len(real)-len(suffix)], true) {
			return true
		}
	}
	return false
}

// isThreads reports whether a path is a store of threads. With links, it can be a link to one, or to the folder of one.
func isThreads(path string, links bool) bool {
	info, err := os.Lstat(path)
	if err == nil && links && info.Mode()&fs.ModeSymlink != 0 {
		if info, err = os.Stat(path); err == nil && info.IsDir() {
			return hasThreads(path)
		}
	}
	if err != nil || !mayBeThreads(info) || hasLocks(path) {
		return false
	}
	f, err := os.OpenFile(path, os.O_RDONLY|NoWait, 0)
	if err != nil {
		return !isHarmless(err)
	}
	defer f.Close()
	return isThreadsFile(f)
}

// isHarmless reports whether an error says that there is no store that this user could use. Any other one, such as that no more files may
// be open, leaves it unknown what a file is.
func isHarmless(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)
}

// hasLocks reports whether a path is that of a file beside a database on which SQLite or hitlrun have locks: who reads it in the same
// process ends them.
func hasLocks(path string) bool {
	return slices.ContainsFunc([]string{"-shm", "-journal", "-lock"}, func(suffix string) bool {
		return strings.HasSuffix(strings.ToLower(path), suffix)
	})
}

// isThreadsFile reports whether an open file is a store of threads.
func isThreadsFile(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || !mayBeThreads(info) {
		return false
	}
	header := make([]byte, storefile.HeaderSize)
	_, err = io.ReadFull(io.NewSectionReader(f, 0, int64(len(header))), header)
	if err != nil { // a file that is shorter by now is none
		return !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF)
	}
	return storefile.Marked(header)
}

// mayBeThreads reports whether a file must be read to know whether it is a store of threads. It is not if this process has the file open as
// a database: it would lose the locks that SQLite has on the file. What was opened for a script is no store of threads, or it is
// protected as an open one.
func mayBeThreads(info fs.FileInfo) bool {
	const smallestPage = 512
	if !info.Mode().IsRegular() || info.Size() < smallestPage || info.Size()%smallestPage != 0 {
		return false
	}
	id, ok := idOf(info)
	stores.RLock()
	defer stores.RUnlock()
	return !ok || stores.files[id] == 0 && stores.used[id] == 0
}

// hasThreads reports whether there is a store of threads in a directory itself.
func hasThreads(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil && !isHarmless(err) {
		return true
	}
	for _, e := range entries {
		if e.Type() == 0 && isThreads(filepath.Join(dir, e.Name()), false) {
			return true
		}
	}
	return false
}

// removable returns an error that matches ErrDenied for a directory in which there is a store of threads, at any depth: who moves or
// removes the directory does so with the store.
func (p *Place) removable() error {
	if err := p.movable(); err != nil {
		return err
	}
	if info, err := os.Lstat(p.real); err != nil || !info.IsDir() {
		return nil //nolint:nilerr // it was checked as a file, or the operation has the error
	}
	return filepath.WalkDir(p.real, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil && os.IsNotExist(err):
			return nil
		case err != nil:
			return fmt.Errorf("%s: there can be a store of threads in it: %w: %w", p.path, err, ErrDenied)
		case !e.IsDir() && p.protects(path):
			return fmt.Errorf("%s: it contains %s, a store of threads: %w", p.path, filepath.Base(path), ErrDenied)
		}
		return nil
	})
}

// protects reports whether a path below p is a store of threads, or a link to one, that is not granted by its name.
func (p *Place) protects(path string) bool {
	return isThreads(path, true) && !slices.Contains(p.granted, path)
}

// openToWrite is openFile for a place that a script may write. It empties the file only when it knows that the file is no store of
// threads.
func (p *Place) openToWrite(dir *os.Root, name string, flags int, mode fs.FileMode) (*os.File, error) {
	f, err := openFile(dir, name, p.real, flags&^os.O_TRUNC, mode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && mayBeThreads(info) && !slices.Contains(p.granted, p.real) {
		err = p.checkOpened(dir, name, f, flags)
	}
	if err == nil && flags&os.O_TRUNC != 0 && info.Mode().IsRegular() {
		err = f.Truncate(0)
	}
	if err != nil {
		_ = f.Close() // nothing was written through it
		return nil, err
	}
	return f, nil
}

// checkOpened returns an error that matches ErrDenied if an open file is a store of threads.
func (p *Place) checkOpened(dir *os.Root, name string, f *os.File, flags int) error {
	from := f
	if flags&os.O_RDWR == 0 {
		var err error
		from, err = openFile(dir, name, p.real, os.O_RDONLY|NoWait, 0)
		if errors.Is(err, fs.ErrPermission) {
			return nil // nor can anybody use it as a store
		}
		if err != nil {
			return err
		}
		defer from.Close()
		info, err := f.Stat()
		if now, nowErr := from.Stat(); err != nil || nowErr != nil || !os.SameFile(info, now) {
			return errors.Join(err, nowErr, replaced(p.path))
		}
	}
	if isThreadsFile(from) {
		return fmt.Errorf("%s: it is a store of threads: %w", p.path, ErrDenied)
	}
	return nil
}

// This file opens and changes files below a granted directory.

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
	"time"
)

// Place is the place of a granted file, which need not exist.
type Place struct {
	path string // the path as given
	real string // the resolved path
	dir  string // the directory of the grant
	free bool   // whether all files are granted, so that path is used directly
	err  error  // the error of all operations; nil for none

	writes  bool     // whether it is to be written
	granted []string // what is granted by its name
}

// At returns the place of a path. With follow, a link in the last part of the path is followed. The error
// matches ErrDenied if the place is not granted. Any other mistake in the path is reported by the operations.
func (g Grants) At(path string, follow bool) (*Place, error) {
	if g.System || g.hasStandard(path) {
		return &Place{path: openName(path), free: true}, nil
	}
	real, err := Real(path, follow)
	dir, ok := g.dirOf(real)
	if !ok || isHidden(path) {
		return nil, fmt.Errorf("%s: %w", path, ErrDenied)
	}
	return &Place{path: path, real: real, dir: dir, err: err, writes: g.Writes, granted: g.List}, nil
}

// Real returns the path without links.
func (p *Place) Real() (string, error) {
	if p.free {
		return Real(p.path, true)
	}
	return p.real, p.err
}

// in calls f with a directory at or above the place, and the path of the place in it: the directory that the place is in,
// if that exists, the grant covers it and the system can open it without following links, else that of the grant. Whoever
// replaces a part of the path by a link meanwhile gains nothing.
func (p *Place) in(f func(dir *os.Root, name string) error) error {
	if p.err != nil {
		return p.err
	}
	at := p.dir
	if followsNone() && p.real != p.dir && Below(p.dir, p.real) {
		at = existing(filepath.Dir(p.real))
	}
	return openedAt(at, p.real, f)
}

// openedAt calls f with a directory, which is opened without following links, and the path of the place in it.
func openedAt(at, real string, f func(dir *os.Root, name string) error) error {
	dir, err := openDir(at)
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }() // nothing was written through it
	name, err := filepath.Rel(at, real)
	if err != nil {
		return err
	}
	return escaped(f(dir, name))
}

// openChecked is openDir where the kernel has no option to follow no links: it looks afterwards whether it did.
func openChecked(real string) (*os.Root, error) {
	dir, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	opened, err := dir.Stat(".")
	if err == nil {
		var now fs.FileInfo
		if now, err = os.Lstat(real); err == nil && os.SameFile(opened, now) {
			if again, _ := Real(real, true); again == real {
				return dir, nil
			}
		}
	}
	return nil, errors.Join(replaced(real), dir.Close())
}

// replaced is the error for a directory that has become a link.
func replaced(path string) error {
	return fmt.Errorf("%s: it was replaced by a link while it was opened: %w", path, ErrDenied)
}

// escaped turns the error of os.Root for a link that leads out of it into ErrDenied.
func escaped(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && errnoOf(err) == syscall.EIO && strings.Contains(path.Err.Error(), "escapes") {
		return replaced(path.Path)
	}
	return err
}

// OpenFile is os.OpenFile.
func (p *Place) OpenFile(flags int, mode fs.FileMode) (f *os.File, err error) {
	if p.free {
		return os.OpenFile(p.path, flags, mode)
	}
	err = p.in(func(dir *os.Root, name string) error {
		if p.writes && flags&(os.O_WRONLY|os.O_RDWR) != 0 {
			f, err = p.openToWrite(dir, name, flags, mode)
		} else {
			f, err = openFile(dir, name, p.real, flags, mode)
		}
		return err
	})
	if err == nil && !isSpecial(p.dir) && isPlain(p.real) && kernelView(f) {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w", p.path, ErrDenied)
	}
	return f, err
}

// OpenBelow opens a file in a directory for reading, and does not wait. Both paths must be resolved. A link that leads out of the
// directory is refused.
func OpenBelow(dir, real string) (*os.File, error) {
	return (&Place{path: real, real: real, dir: dir}).OpenFile(os.O_RDONLY|NoWait, 0)
}

// isPlain reports whether a path is outside of the directories of special files.
func isPlain(real string) bool {
	return !slices.ContainsFunc(specialTrees, func(dir string) bool { return Below(dir, real) })
}

// Mkdir is os.Mkdir.
func (p *Place) Mkdir(mode fs.FileMode) error {
	if p.free {
		return os.Mkdir(p.path, mode)
	}
	return p.in(func(dir *os.Root, name string) error { return dir.Mkdir(name, mode) })
}

// MkdirAll is os.MkdirAll.
func (p *Place) MkdirAll(mode fs.FileMode) error {
	if p.free {
		return os.MkdirAll(p.path, mode)
	}
	return p.in(func(dir *os.Root, name string) error { return dir.MkdirAll(name, mode) })
}

// Stat is os.Stat, or os.Lstat of a place whose last part was not followed.
func (p *Place) Stat() (info fs.FileInfo, err error) {
	if p.free {
		return os.Stat(p.path)
	}
	err = p.in(func(dir *os.Root, name string) error {
		info, err = dir.Lstat(name)
		return err
	})
	return info, err
}

// Access returns an error unless this process may use a file that exists; the bits of mode are 4 to read, 2 to write, 1 to execute.
func (p *Place) Access(mode uint32) error {
	if p.free {
		return access(nil, p.path, mode)
	}
	return p.in(func(dir *os.Root, name string) error {
		if parent := filepath.Dir(name); parent != "." {
			below, err := dir.OpenRoot(parent)
			if err != nil {
				return err
			}
			defer func() { _ = below.Close() }()
			dir, name = below, filepath.Base(name)
		}
		at, err := dir.Open(".")
		if err != nil {
			return err
		}
		defer at.Close()
		return access(at, name, mode)
	})
}

// Lstat is os.Lstat.
func (p *Place) Lstat() (fs.FileInfo, error) {
	if p.free {
		return os.Lstat(p.path)
	}
	return p.Stat()
}

// Remove is os.Remove.
func (p *Place) Remove() error {
	if p.free {
		return os.Remove(p.path)
	}
	return p.in(func(dir *os.Root, name string) error { return dir.Remove(name) })
}

// RemoveAll is os.RemoveAll.
func (p *Place) RemoveAll() error {
	if p.free {
		return os.RemoveAll(p.path)
	}
	if err := p.removable(); err != nil {
		return err
	}
	return p.in(func(dir *os.Root, name string) error { return dir.RemoveAll(name) })
}

// Readlink is os.Readlink.
func (p *Place) Readlink() (target string, err error) {
	if p.free {
		return os.Readlink(p.path)
	}
	err = p.in(func(dir *os.Root, name string) error {
		target, err = dir.Readlink(name)
		return err
	})
	return target, err
}

// ReadDir lists the entries of the directory, or of the directory below in it, sorted by name. It follows no
// links in below.
func (p *Place) ReadDir(below string) (entries []fs.DirEntry, err error) {
	if p.free {
		return os.ReadDir(filepath.Join(p.path, below))
	}
	err = p.in(func(dir *os.Root, name string) error {
		f, err := openFile(dir, filepath.Join(name, below), filepath.Join(p.real, below), os.O_RDONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		if !isSpecial(p.dir) && isPlain(p.real) && kernelView(f) {
			return fmt.Errorf("%s: %w", p.path, ErrDenied)
		}
		entries, err = f.ReadDir(-1)
		return err
	})
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Rename is rename(2), which also replaces an empty directory by another one. Between two separately granted directories it fails with EXDEV, as between two file
// systems. Programs handle this error by copying the file. A link whose target has ".." cannot be moved to another
// directory: it leads elsewhere from there.
func (p *Place) Rename(to *Place) error {
	if !p.free {
		if err := p.removable(); err != nil {
			return err
		}
	}
	return p.between(to, rename, renameIn)
}

// between runs an operation on two places: free if all files are granted for both, else in with the granted
// directory of both.
func (p *Place) between(to *Place, free func(from, to string) error, in func(dir *os.Root, from, to string) error) error {
	if p.free && to.free {
		return free(p.path, to.path)
	}
	if p.free || to.free || p.err == nil && to.err == nil && p.dir != to.dir {
		return syscall.EXDEV
	}
	if to.err != nil {
		return to.err
	}
	target, err := filepath.Rel(to.dir, to.real)
	if err != nil {
		return err
	}
	if p.err != nil {
		return p.err
	}
	return openedAt(p.dir, p.real, func(dir *os.Root, name string) error {
		if linked, err := dir.Readlink(name); err == nil && p.leaves(linked) && filepath.Dir(name) != filepath.Dir(target) {
			return fmt.Errorf("%s: %w: it is a link to %s, which leads elsewhere when it is moved", p.path, ErrDenied, linked)
		}
		return in(dir, name, target)
	})
}

// leaves reports whether a link that somebody moves within the grant of p can lead out of that grant, because its target
// has "..". The path before the ".." can be changed, too.
func (p *Place) leaves(target string) bool {
	return p.dir != root(p.real) && hasParent(parts(target))
}

// Symlink is os.Symlink, which makes a link at the place. The caller must check the target, where the link is now. A target
// with ".." is refused, unless all files are granted: the link could be moved.
func (p *Place) Symlink(target string) error {
	if p.free {
		return os.Symlink(target, p.path)
	}
	if p.leaves(target) {
		return fmt.Errorf("%s: %w: a link to %s could be moved, and then lead out of the granted folder: link to the absolute path", p.path, ErrDenied, target)
	}
	return p.in(func(dir *os.Root, name string) error { return dir.Symlink(target, name) })
}

// Link is os.Link. Between two separately granted directories it fails with EXDEV, as between two file systems.
func (p *Place) Link(to *Place) error {
	return p.between(to, os.Link, (*os.Root).Link)
}

// Chmod is os.Chmod. The mode of a directory in which an open store is decides who can open the store.
func (p *Place) Chmod(mode fs.FileMode) error {
	if p.free {
		return os.Chmod(p.path, mode)
	}
	if err := p.movable(); err != nil {
		return err
	}
	return p.in(func(dir *os.Root, name string) error { return dir.Chmod(name, mode) })
}

// Lchtimes is Chtimes, also of a link itself. Its place must not follow the last part of the path.
func (p *Place) Lchtimes(accessed, changed time.Time) error {
	if p.free {
		return setLinkTimes(nil, p.path, accessed, changed)
	}
	return p.in(func(dir *os.Root, name string) error {
		if filepath.Dir(name) != "." { // another part could be a link
			return syscall.ENOSYS
		}
		at, err := dir.Open(".")
		if err != nil {
			return err
		}
		defer at.Close()
		return setLinkTimes(at, name, accessed, changed)
	})
}

// Chtimes is os.Chtimes.
func (p *Place) Chtimes(accessed, changed time.Time) error {
	if p.free {
		return os.Chtimes(p.path, accessed, changed)
	}
	return p.in(func(dir *os.Root, name string) error { return dir.Chtimes(name, accessed, changed) })
}

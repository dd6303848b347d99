// This file holds the operations on files.

package web

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// readFile(path, encoding, flags)
func readFile(h *nodeHost, a fsArgs) (fsWork, error) {
	path, encoding := a.text(0), bufferEncoding(a.text(1))
	place, flags, err := h.placeToOpen(path, a.text(2))
	return func() (any, error) {
		f, err := h.open(place, flags, 0o666)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		defer f.Close()
		data, err := h.readAll(f)
		if err != nil {
			return nil, failed(err, "read", "")
		}
		return encoded{data, encoding}, nil
	}, err
}

// readAll reads a file up to the limit of its size. For a file of unknown size, such as a device, the limit
// is a quarter of that, since its buffer is copied while it grows.
func (h *nodeHost) readAll(f *os.File) ([]byte, error) {
	limit := h.maxFile()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.Size() > limit:
		return nil, &largeError{limit}
	case info.Size() == 0:
		limit /= 4
	}
	if err := h.fits(max(info.Size(), 0)); err != nil {
		return nil, err
	}
	data := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	_, err = data.ReadFrom(io.LimitReader(interruptible{h, f}, limit+1))
	if int64(data.Len()) > limit {
		return nil, &largeError{limit}
	}
	return data.Bytes(), err
}

// maxFile is the largest file that Node reads as a whole.
const maxFile = 2 << 30

// maxFile returns how many bytes of a file may be read at once.
func (h *nodeHost) maxFile() int64 {
	if limit := h.env.MaxFile; limit > 0 {
		return min(limit, maxFile)
	}
	return maxFile
}

// placeToOpen checks the permission to open a file with the named flags.
func (h *nodeHost) placeToOpen(path, name string) (place *files.Place, flags int, err error) {
	flags = openFlags[name]
	follow := flags&os.O_EXCL == 0
	if flags&(os.O_WRONLY|os.O_RDWR) != 0 {
		if place, err = h.writable(path, follow); err != nil {
			return nil, 0, err
		}
	}
	if flags&os.O_WRONLY == 0 {
		read, err := h.readable(path, follow)
		if place == nil {
			place = read
		}
		return place, flags, err
	}
	return place, flags, nil
}

// writeFile(path, data, encoding, flags, mode)
func writeFile(h *nodeHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), a.mode(4, 0o666)
	data := h.copied(a.at(1), bufferEncoding(a.text(2)))
	place, flags, err := h.placeToOpen(path, a.text(3))
	return func() (any, error) {
		f, err := h.open(place, flags, mode)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		_, err = countedWriter{h, f}.Write(data)
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		return nil, failed(err, "write", "")
	}, err
}

// mkdir(path, recursive, mode) → the first directory made, if recursive
func mkdir(h *nodeHost, a fsArgs) (fsWork, error) {
	path, recursive, mode := a.text(0), a.flag(1), a.mode(2, 0o777)
	place, err := h.writable(path, recursive)
	return func() (any, error) {
		if !recursive {
			return nil, failed(place.Mkdir(mode), "mkdir", path)
		}
		first := firstMissing(path)
		if err := place.MkdirAll(mode); err != nil {
			if info, statErr := place.Stat(); statErr == nil && !info.IsDir() {
				err = syscall.EEXIST
			}
			return nil, failed(err, "mkdir", path)
		}
		if first == "" {
			return nil, nil
		}
		return first, nil
	}, err
}

// firstMissing returns the topmost directory of path that does not exist, as an absolute path.
func firstMissing(path string) string {
	missing := ""
	path, err := filepath.Abs(path)
	for err == nil {
		if _, statErr := os.Lstat(path); statErr == nil {
			break
		}
		missing = path
		if filepath.Dir(path) == path {
			break
		}
		path = filepath.Dir(path)
	}
	return missing
}

// bytesOfEntry is an estimate of the memory that an entry of a folder takes in a list.
const bytesOfEntry = 300

// readdir(path, recursive) → name, directory and kind of each entry, in turn and sorted
func readdir(h *nodeHost, a fsArgs) (fsWork, error) {
	root, recursive := a.text(0), a.flag(1)
	place, err := h.readable(root, true)
	return func() (any, error) {
		list := []string{}
		var read func(below string) error
		read = func(below string) error {
			dir := root
			if below != "" {
				dir = filepath.Join(root, below)
			}
			if h.stopped() {
				return errStopped
			}
			entries, err := place.ReadDir(below)
			if err != nil {
				return failed(err, "scandir", dir)
			}
			if h.job == nil {
				guard.Need(h.vm, len(entries)*bytesOfEntry)
			}
			for _, e := range entries {
				list = append(list, e.Name(), dir, fileKind(e.Type()))
				if recursive && e.IsDir() {
					if err := read(filepath.Join(below, e.Name())); err != nil {
						return err
					}
				}
			}
			return nil
		}
		return list, read("")
	}, err
}

// stat(path, follow links)
func stat(h *nodeHost, a fsArgs) (fsWork, error) {
	path, follow := a.text(0), a.flag(1)
	place, err := h.readable(path, follow)
	return func() (any, error) {
		look, name := (*files.Place).Lstat, "lstat"
		if follow {
			look, name = (*files.Place).Stat, "stat"
		}
		info, err := look(place)
		if err != nil {
			return nil, failed(err, name, path)
		}
		return info, nil
	}, err
}

func unlink(h *nodeHost, a fsArgs) (fsWork, error) {
	return remove(h, a.text(0), "unlink", func(info fs.FileInfo) error {
		if info.IsDir() {
			return syscall.EISDIR
		}
		return nil
	})
}

func rmdir(h *nodeHost, a fsArgs) (fsWork, error) {
	return remove(h, a.text(0), "rmdir", func(info fs.FileInfo) error {
		if !info.IsDir() {
			return syscall.ENOTDIR
		}
		return nil
	})
}

// remove removes one file or directory if check accepts it.
func remove(h *nodeHost, path, call string, check func(fs.FileInfo) error) (fsWork, error) {
	place, err := h.writable(path, false)
	return func() (any, error) {
		info, err := place.Lstat()
		if err == nil {
			err = check(info)
		}
		if err == nil {
			err = place.Remove()
		}
		return nil, failed(err, call, path)
	}, err
}

// rm(path, recursive, force)
func rm(h *nodeHost, a fsArgs) (fsWork, error) {
	path, recursive, force := a.text(0), a.flag(1), a.flag(2)
	place, err := h.writable(path, false)
	return func() (any, error) {
		info, err := place.Lstat()
		switch {
		case err != nil && force && errors.Is(err, fs.ErrNotExist):
			return nil, nil
		case err != nil:
			return nil, failed(err, "lstat", path)
		case recursive:
			return nil, failed(place.RemoveAll(), "rm", path)
		case info.IsDir():
			return nil, &isDirError{path}
		}
		return nil, failed(place.Remove(), "rm", path)
	}, err
}

// rename(from, to)
func rename(h *nodeHost, a fsArgs) (fsWork, error) {
	from, to := a.text(0), a.text(1)
	_, unread := h.readable(from, false)
	source, unmoved := h.writable(from, false)
	target, unwritten := h.writable(to, false)
	return func() (any, error) {
		return nil, failed(source.Rename(target), "rename", from, to)
	}, errors.Join(unread, unmoved, unwritten)
}

// copyFile(from, to, exclusive)
func copyFile(h *nodeHost, a fsArgs) (fsWork, error) {
	from, to, flags := a.text(0), a.text(1), openFlags["w"]
	if a.flag(2) {
		flags = openFlags["wx"]
	}
	source, unread := h.readable(from, true)
	target, unwritten := h.writable(to, !a.flag(2))
	return func() (any, error) {
		src, err := h.open(source, os.O_RDONLY, 0)
		if err != nil {
			return nil, failed(err, "copyfile", from, to)
		}
		defer src.Close()
		mode := fs.FileMode(0o666)
		if info, err := src.Stat(); err == nil {
			mode = info.Mode().Perm()
		}
		dest, err := h.open(target, flags, mode)
		if err != nil {
			return nil, failed(err, "copyfile", from, to)
		}
		_, err = io.Copy(countedWriter{h, dest}, interruptible{h, src})
		if closeErr := dest.Close(); err == nil {
			err = closeErr
		}
		return nil, failed(err, "copyfile", from, to)
	}, errors.Join(unread, unwritten)
}

// access(path, mode): the bits of mode are 4 to read, 2 to write, 1 to execute
func access(h *nodeHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), fs.FileMode(a.at(1).ToInteger())
	place, err := h.readable(path, true)
	return func() (any, error) {
		info, err := place.Stat()
		// The bits of the file decide, independent of the user who runs the program.
		for bit := fs.FileMode(1); err == nil && bit <= 4; bit <<= 1 {
			if mode&bit != 0 && info.Mode().Perm()&(bit|bit<<3|bit<<6) == 0 {
				err = syscall.EACCES
			}
		}
		return nil, failed(err, "access", path)
	}, err
}

// mkdtemp(prefix) → the path
func mkdtemp(h *nodeHost, a fsArgs) (fsWork, error) {
	prefix := a.text(0)
	_, err := h.writable(prefix+"XXXXXX", false)
	return func() (any, error) {
		for {
			made := prefix + rand.Text()[:6]
			place, err := h.writable(made, false)
			if err == nil {
				err = place.Mkdir(0o700)
			}
			if errors.Is(err, fs.ErrExist) {
				continue
			}
			return made, failed(err, "mkdtemp", prefix+"XXXXXX")
		}
	}, err
}

func realpath(h *nodeHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	place, err := h.readable(path, true)
	return func() (any, error) {
		_, err := place.Stat()
		if err != nil {
			return nil, failed(err, "lstat", path)
		}
		real, err := place.Real()
		return real, failed(err, "lstat", path)
	}, err
}

// ofSystem reports whether a path is one by which packages find out on what system they run.
func ofSystem(path string) bool {
	return path == "/.dockerenv" || strings.HasPrefix(path, "/proc/") || strings.HasPrefix(path, "/sys/") || strings.HasPrefix(path, "/run/")
}

// exists(path). For a package, a file of the system that was not granted does not exist: is-wsl looks for some when it is loaded.
func exists(h *nodeHost, a fsArgs) (fsWork, error) {
	place, err := h.readable(a.text(0), true)
	if err != nil && ofSystem(a.text(0)) && h.env.ByPackage != nil && h.env.ByPackage() {
		return func() (any, error) { return false, nil }, nil
	}
	return func() (any, error) {
		_, err := place.Stat()
		return err == nil, nil
	}, err
}

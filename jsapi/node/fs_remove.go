// This file removes and renames files.

package node

import (
	"errors"
	"io/fs"
	"syscall"
)

func unlink(h *fileHost, a fsArgs) (fsWork, error) {
	return remove(h, a.text(0), "unlink", func(info fs.FileInfo) error {
		if info.IsDir() {
			return syscall.EISDIR
		}
		return nil
	})
}

func rmdir(h *fileHost, a fsArgs) (fsWork, error) {
	return remove(h, a.text(0), "rmdir", func(info fs.FileInfo) error {
		if !info.IsDir() {
			return syscall.ENOTDIR
		}
		return nil
	})
}

// remove removes one file or directory if check accepts it.
func remove(h *fileHost, path, call string, check func(fs.FileInfo) error) (fsWork, error) {
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
func rm(h *fileHost, a fsArgs) (fsWork, error) {
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
func rename(h *fileHost, a fsArgs) (fsWork, error) {
	from, to := a.text(0), a.text(1)
	_, unread := h.readable(from, false)
	source, unmoved := h.writable(from, false)
	target, unwritten := h.writable(to, false)
	return func() (any, error) {
		return nil, failed(source.Rename(target), "rename", from, to)
	}, errors.Join(unread, unmoved, unwritten)
}

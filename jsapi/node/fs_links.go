// This file holds the operations on links, modes and times of files.

package node

import (
	"errors"
	"math"
	"path/filepath"
	"time"
)

// readlink implements readlink(path) → the target of a link.
func readlink(h *fileHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	place, err := h.readable(path, false)
	return func() (any, error) {
		to, err := place.Readlink()
		if err != nil {
			return nil, failed(err, "readlink", path)
		}
		return to, nil
	}, err
}

// symlink implements symlink(target, path). The script must have the permission to write the target, too.
func symlink(h *fileHost, a fsArgs) (fsWork, error) {
	target, path := a.text(0), a.text(1)
	place, err := h.writable(path, false)
	if err != nil {
		return nil, err
	}
	to, shown := target, target
	if !filepath.IsAbs(to) { // the kernel begins at the folder that the link is really in
		shown = filepath.Join(filepath.Dir(path), target)
		if real, err := place.Real(); err == nil {
			to = filepath.Dir(real) + string(filepath.Separator) + target
		}
	}
	if _, err = h.write.At(to, true); err != nil {
		err = &deniedError{h.process.o.Permissions.Refuse(shown, true), "FileSystemWrite", shown}
	}
	return func() (any, error) {
		return nil, failed(place.Symlink(target), "symlink", target, path)
	}, err
}

// link(from, to)
func link(h *fileHost, a fsArgs) (fsWork, error) {
	from, to := a.text(0), a.text(1)
	_, unread := h.readable(from, false)
	source, unwritten := h.writable(from, false)
	target, err := h.writable(to, false)
	return func() (any, error) {
		return nil, failed(source.Link(target), "link", from, to)
	}, errors.Join(unread, unwritten, err)
}

// chmod(path, mode)
func chmod(h *fileHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), modeOf(a.at(1))
	place, err := h.writable(path, true)
	return func() (any, error) { return nil, failed(place.Chmod(mode), "chmod", path) }, err
}

// utimes(path, atime, mtime), in seconds
func utimes(h *fileHost, a fsArgs) (fsWork, error) {
	path, accessed, changed := a.text(0), seconds(a.at(1).ToFloat()), seconds(a.at(2).ToFloat())
	place, err := h.writable(path, true)
	return func() (any, error) { return nil, failed(place.Chtimes(accessed, changed), "utime", path) }, err
}

// lutimes is utimes of a link itself.
func lutimes(h *fileHost, a fsArgs) (fsWork, error) {
	path, accessed, changed := a.text(0), seconds(a.at(1).ToFloat()), seconds(a.at(2).ToFloat())
	place, err := h.writable(path, false)
	return func() (any, error) { return nil, failed(place.Lchtimes(accessed, changed), "lutime", path) }, err
}

// seconds returns the time of a number of seconds, cut to microseconds as Node does.
func seconds(s float64) time.Time {
	whole, part := math.Modf(s)
	return time.Unix(int64(whole), 0).Add(time.Duration(part*1e6) * time.Microsecond)
}

// This file copies a file.

package node

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// copyFile(from, to, exclusive)
func copyFile(h *fileHost, a fsArgs) (fsWork, error) {
	from, to, exclusive := a.text(0), a.text(1), a.flag(2)
	source, unread := h.readable(from, true)
	target, unwritten := h.writable(to, !exclusive)
	return func() (any, error) {
		src, err := h.open(source, os.O_RDONLY, 0)
		if err != nil {
			return nil, failed(err, "copyfile", from, to)
		}
		defer src.Close()
		return nil, failed(h.copyTo(src, target, exclusive), "copyfile", from, to)
	}, errors.Join(unread, unwritten)
}

// copyTo copies an open file to a place. If that fails, it removes the target that it has made.
func (h *fileHost) copyTo(src *os.File, target *files.Place, exclusive bool) error {
	source, err := src.Stat()
	if err != nil {
		return err
	}
	dest, made, err := h.openTarget(target, source.Mode().Perm(), exclusive)
	if err != nil {
		return err
	}
	written, err := dest.Stat()
	if err == nil && os.SameFile(source, written) {
		return dest.Close()
	}
	if err == nil && written.Mode().IsRegular() { // a device and a pipe are left as they are
		if err = dest.Truncate(0); err == nil {
			err = dest.Chmod(source.Mode() & givenBits)
		}
	}
	if err == nil {
		_, err = io.Copy(countedWriter{h, dest}, interruptible{h, src})
	}
	if closeErr := dest.Close(); err == nil {
		err = closeErr
	}
	if err != nil && made {
		if now, statErr := target.Lstat(); statErr == nil && os.SameFile(now, written) {
			_ = target.Remove() // the first error counts
		}
	}
	return err
}

// openTarget opens the target of a copy, whose content stays as it is: it can be the source. It reports whether it made the file.
func (h *fileHost) openTarget(target *files.Place, mode fs.FileMode, exclusive bool) (f *os.File, made bool, err error) {
	f, err = h.open(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if exclusive || !errors.Is(err, fs.ErrExist) {
		return f, err == nil, err
	}
	if f, err = h.open(target, os.O_WRONLY, 0); errors.Is(err, fs.ErrNotExist) { // a link to a file that does not exist
		f, err = h.open(target, os.O_WRONLY|os.O_CREATE, mode)
	}
	return f, false, err
}

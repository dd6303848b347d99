// This file makes Node's errors for operations on files.

package node

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// fileError is a failed system call.
type fileError struct {
	err           error
	syscall, path string
	dest          string
}

func (e *fileError) Error() string { return e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// failed wraps err with the system call that failed, its path and, if there is one, its second path. It
// returns nil if err is nil.
func failed(err error, call, path string, dest ...string) error {
	if err == nil {
		return nil
	}
	e := &fileError{err: err, syscall: call, path: path}
	if len(dest) > 0 {
		e.dest = dest[0]
	}
	return e
}

// isDirError is the error of rm for a directory without the option recursive.
type isDirError struct{ path string }

func (e *isDirError) Error() string {
	return "Path is a directory: rm returned EISDIR (is a directory) " + e.path
}

// largeError is the error for a file that is too large to be read as a whole.
type largeError struct{ limit int64 }

func (e *largeError) Error() string {
	return fmt.Sprintf("File size is greater than %d bytes, the most that can be read as a whole here", e.limit)
}

// deniedError is the error for a file that the script may not use.
type deniedError struct {
	err              error
	permission, path string
}

func (e *deniedError) Error() string { return e.err.Error() }
func (e *deniedError) Unwrap() error { return e.err }

// readable returns the place of a file that the script may read, and writable that of a file that it may
// write. Otherwise they return a *deniedError. With follow, a link in the last part of path is followed.
func (h *fileHost) readable(path string, follow bool) (*files.Place, error) {
	place, err := h.read.At(path, follow)
	if err != nil {
		return nil, &deniedError{h.process.o.Permissions.Refuse(path, false), "FileSystemRead", path}
	}
	return place, nil
}

func (h *fileHost) writable(path string, follow bool) (*files.Place, error) {
	place, err := h.write.At(path, follow)
	if err != nil {
		return nil, &deniedError{h.process.o.Permissions.Refuse(path, true), "FileSystemWrite", path}
	}
	return place, nil
}

// errnoOf returns the error number of an error, also on systems with other numbers.
func errnoOf(err error) syscall.Errno {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		if _, _, known := web.ErrnoText(errno); known {
			return errno
		}
	}
	switch {
	case errors.Is(err, fs.ErrClosed):
		return syscall.EBADF
	case errors.Is(err, fs.ErrNotExist):
		return syscall.ENOENT
	case errors.Is(err, fs.ErrExist):
		return syscall.EEXIST
	case errors.Is(err, fs.ErrPermission):
		return syscall.EACCES
	}
	return errno
}

// fsError makes the error that a script sees.
func (h *fileHost) fsError(err error) *goja.Object {
	var (
		denied *deniedError
		isDir  *isDirError
		file   *fileError
		large  *largeError
	)
	switch {
	case errors.As(err, &denied):
		return h.errorWith("Error", denied.Error(),
			"code", "ERR_ACCESS_DENIED", "permission", denied.permission, "resource", denied.path)
	case errors.Is(err, files.ErrDenied):
		return h.errorWith("Error", err.Error(), "code", "ERR_ACCESS_DENIED")
	case errors.As(err, &large):
		return h.errorWith("RangeError", large.Error(), "code", "ERR_FS_FILE_TOO_LARGE")
	case errors.As(err, &isDir):
		e := h.errorWith("Error", isDir.Error(),
			"code", "ERR_FS_EISDIR", "errno", int(syscall.EISDIR), "syscall", "rm", "path", isDir.path)
		must(e.DefineDataProperty("name", h.rt.ToValue("SystemError"), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		return e
	case !errors.As(err, &file):
		return h.errorWith("Error", err.Error())
	}
	errno := errnoOf(file.err)
	code, text, ok := web.ErrnoText(errno)
	if !ok {
		code, text = "UNKNOWN", file.err.Error()
	}
	message := fmt.Sprintf("%s: %s, %s", code, text, file.syscall)
	props := []any{"errno", -int(errno), "code", code, "syscall", file.syscall}
	if file.path != "" {
		message += " '" + file.path + "'"
		props = append(props, "path", file.path)
	}
	if file.dest != "" {
		message += " -> '" + file.dest + "'"
		props = append(props, "dest", file.dest)
	}
	return h.errorWith("Error", message, props...)
}

// errorWith makes an error with properties, given as names and values in turn.
func (h *fileHost) errorWith(class, message string, props ...any) *goja.Object {
	e := web.NewError(h.rt, class, "", message)
	for i := 0; i < len(props); i += 2 {
		own(e, props[i].(string), h.rt.ToValue(props[i+1]))
	}
	return e
}

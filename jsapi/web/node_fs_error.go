// This file makes Node's errors for operations on files, and the results of stat.

package web

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"syscall"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/files"
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
func (h *nodeHost) readable(path string, follow bool) (*files.Place, error) {
	place, err := h.env.Read.At(path, follow)
	if err != nil {
		return nil, &deniedError{h.env.Refused(path, false), "FileSystemRead", path}
	}
	return place, nil
}

func (h *nodeHost) writable(path string, follow bool) (*files.Place, error) {
	place, err := h.env.Write.At(path, follow)
	if err != nil {
		return nil, &deniedError{h.env.Refused(path, true), "FileSystemWrite", path}
	}
	return place, nil
}

// errnoTexts are the codes and texts of libuv for errors of file operations.
var errnoTexts = map[syscall.Errno][2]string{
	syscall.EACCES:       {"EACCES", "permission denied"},
	syscall.EBADF:        {"EBADF", "bad file descriptor"},
	syscall.EBUSY:        {"EBUSY", "resource busy or locked"},
	syscall.EEXIST:       {"EEXIST", "file already exists"},
	syscall.EINVAL:       {"EINVAL", "invalid argument"},
	syscall.EIO:          {"EIO", "i/o error"},
	syscall.EISDIR:       {"EISDIR", "illegal operation on a directory"},
	syscall.ELOOP:        {"ELOOP", "too many symbolic links encountered"},
	syscall.EMFILE:       {"EMFILE", "too many open files"},
	syscall.ENAMETOOLONG: {"ENAMETOOLONG", "name too long"},
	syscall.ENOENT:       {"ENOENT", "no such file or directory"},
	syscall.ENOSPC:       {"ENOSPC", "no space left on device"},
	syscall.ENOTDIR:      {"ENOTDIR", "not a directory"},
	syscall.ENOTEMPTY:    {"ENOTEMPTY", "directory not empty"},
	syscall.EPERM:        {"EPERM", "operation not permitted"},
	syscall.EROFS:        {"EROFS", "read-only file system"},
	syscall.EXDEV:        {"EXDEV", "cross-device link not permitted"},
}

// errnoOf returns the error number of an error, also on systems with other numbers.
func errnoOf(err error) syscall.Errno {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		if _, known := errnoTexts[errno]; known {
			return errno
		}
	}
	switch {
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
func (h *nodeHost) fsError(err error) *goja.Object {
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
		hidden(e, "name", h.vm.ToValue("SystemError"))
		return e
	case !errors.As(err, &file):
		return h.errorWith("Error", err.Error())
	}
	errno := errnoOf(file.err)
	text, ok := errnoTexts[errno]
	if !ok {
		text = [2]string{"UNKNOWN", file.err.Error()}
	}
	message := fmt.Sprintf("%s: %s, %s", text[0], text[1], file.syscall)
	props := []any{"errno", -int(errno), "code", text[0], "syscall", file.syscall}
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
func (h *nodeHost) errorWith(class, message string, props ...any) *goja.Object {
	e := newError(h.vm, class, "", message)
	for i := 0; i < len(props); i += 2 {
		own(h.vm, e, props[i].(string), props[i+1])
	}
	return e
}

// fileKind names the type of a file.
func fileKind(mode fs.FileMode) string {
	switch mode.Type() {
	case 0:
		return "file"
	case fs.ModeDir:
		return "directory"
	case fs.ModeSymlink:
		return "link"
	case fs.ModeNamedPipe:
		return "fifo"
	case fs.ModeSocket:
		return "socket"
	case fs.ModeDevice:
		return "block"
	case fs.ModeDevice | fs.ModeCharDevice:
		return "character"
	}
	return "unknown"
}

// typeBits are the bits of st_mode for the type of a file.
var typeBits = map[string]int64{
	"file": 0o100000, "directory": 0o040000, "link": 0o120000, "fifo": 0o010000, "socket": 0o140000,
	"block": 0o060000, "character": 0o020000,
}

// statValue makes the object from which the modules make a Stats. A number that the system does not provide
// is 0, and a time that it does not provide is the time of the last change.
func (h *nodeHost) statValue(info fs.FileInfo) goja.Value {
	o := h.vm.NewObject()
	kind := fileKind(info.Mode())
	set := func(name string, v any) { own(h.vm, o, name, v) }
	set("dev", statField(info, "Dev"))
	set("mode", typeBits[kind]|int64(info.Mode().Perm()))
	set("nlink", statField(info, "Nlink"))
	set("uid", statField(info, "Uid"))
	set("gid", statField(info, "Gid"))
	set("rdev", statField(info, "Rdev"))
	set("blksize", statField(info, "Blksize"))
	set("ino", statField(info, "Ino"))
	set("size", info.Size())
	set("blocks", statField(info, "Blocks"))
	set("atimeMs", statTime(info, "Atim"))
	set("mtimeMs", milliseconds(info.ModTime()))
	set("ctimeMs", statTime(info, "Ctim"))
	set("birthtimeMs", statTime(info, "Birthtim"))
	return o
}

// system returns a field of the system's stat structure, whose fields differ between systems.
func system(info fs.FileInfo, name string) reflect.Value {
	v := reflect.ValueOf(info.Sys())
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	return v.FieldByName(name)
}

func statField(info fs.FileInfo, name string) int64 {
	switch v := system(info, name); {
	case !v.IsValid():
		return 0
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	}
	return 0
}

func statTime(info fs.FileInfo, name string) float64 {
	for _, field := range []string{name, name + "espec"} { // Linux, the BSDs
		if v := system(info, field); v.IsValid() && v.Kind() == reflect.Struct {
			if t, ok := v.Interface().(syscall.Timespec); ok {
				return milliseconds(time.Unix(t.Unix()))
			}
		}
	}
	return milliseconds(info.ModTime())
}

func milliseconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1000 }

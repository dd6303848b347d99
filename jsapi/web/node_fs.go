// This file holds what node:fs does to files. Every operation has two halves: the first reads its arguments and asks for
// permission, on the loop; the second touches the file system and no goja value, on the loop for the functions whose
// names end in Sync and on a goroutine for the others.

package web

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/dop251/goja"
)

// fsWork is the second half of an operation. Its result is nil, a bool, a string, encoded bytes, fs.FileInfo or a []string.
type fsWork func() (any, error)

// fsOp is the first half.
type fsOp func(h *nodeHost, a fsArgs) (fsWork, error)

// fsArgs are the arguments of an operation; the modules have checked their types.
type fsArgs struct {
	h    *nodeHost
	args []goja.Value
}

func (a fsArgs) at(i int) goja.Value {
	if i < len(a.args) {
		return a.args[i]
	}
	return goja.Undefined()
}

func (a fsArgs) text(i int) string {
	if v := a.at(i); !goja.IsUndefined(v) && !goja.IsNull(v) {
		return v.String()
	}
	return ""
}

func (a fsArgs) flag(i int) bool { return a.at(i).ToBoolean() }

func (a fsArgs) mode(i int, usual fs.FileMode) fs.FileMode {
	if v := a.at(i); !goja.IsUndefined(v) && !goja.IsNull(v) {
		return fs.FileMode(v.ToInteger()) & fs.ModePerm
	}
	return usual
}

// encoded are bytes to be given to the script as text, or as an ArrayBuffer if encoding is empty.
type encoded struct {
	data     []byte
	encoding string
}

// openFlags are the flags of Node that say how a file is opened.
var openFlags = map[string]int{
	"r": os.O_RDONLY, "rs": os.O_RDONLY, "r+": os.O_RDWR, "rs+": os.O_RDWR,
	"w": os.O_WRONLY | os.O_CREATE | os.O_TRUNC, "w+": os.O_RDWR | os.O_CREATE | os.O_TRUNC,
	"wx": os.O_WRONLY | os.O_CREATE | os.O_EXCL, "wx+": os.O_RDWR | os.O_CREATE | os.O_EXCL,
	"a": os.O_WRONLY | os.O_CREATE | os.O_APPEND, "a+": os.O_RDWR | os.O_CREATE | os.O_APPEND,
	"ax": os.O_WRONLY | os.O_CREATE | os.O_APPEND | os.O_EXCL,
}

var fsOps = map[string]fsOp{
	"readFile": readFile, "writeFile": writeFile, "mkdir": mkdir, "readdir": readdir, "stat": stat,
	"unlink": unlink, "rmdir": rmdir, "rm": rm, "rename": rename, "copyFile": copyFile, "access": access,
	"mkdtemp": mkdtemp, "realpath": realpath, "exists": exists,
}

// fsNatives are call(operation, ...arguments) → result, start(operation, ...arguments) → promise of it, and
// flags(name) → whether there are such flags.
func (h *nodeHost) fsNatives() map[string]native {
	return map[string]native{
		"call": func(call goja.FunctionCall) goja.Value {
			work, err := h.prepare(call)
			var result any
			if err == nil {
				result, err = work()
			}
			if err != nil {
				panic(h.fsError(err))
			}
			return h.fsValue(result)
		},
		"start": func(call goja.FunctionCall) goja.Value {
			promise, resolve, reject := h.vm.NewPromise()
			work, err := h.prepare(call)
			if err != nil {
				must(reject(h.fsError(err)))
				return h.vm.ToValue(promise)
			}
			release := h.env.Loop.Hold()
			go func() {
				result, err := work()
				release(func() {
					// Settling fails only when the VM is being stopped.
					if err != nil {
						_ = reject(h.fsError(err))
					} else {
						_ = resolve(h.fsValue(result))
					}
				})
			}()
			return h.vm.ToValue(promise)
		},
		"flags": func(call goja.FunctionCall) goja.Value {
			_, ok := openFlags[call.Argument(0).String()]
			return h.vm.ToValue(ok)
		},
	}
}

func (h *nodeHost) prepare(call goja.FunctionCall) (fsWork, error) {
	op := fsOps[call.Argument(0).String()]
	return op(h, fsArgs{h, call.Arguments[1:]})
}

func (h *nodeHost) fsValue(result any) goja.Value {
	switch v := result.(type) {
	case nil:
		return goja.Undefined()
	case encoded:
		if v.encoding == "" {
			return h.vm.ToValue(h.vm.NewArrayBuffer(v.data))
		}
		return decodeBytes(h.vm, v.data, v.encoding)
	case fs.FileInfo:
		return h.statValue(v)
	case []string:
		list := make([]any, len(v))
		for i, s := range v {
			list[i] = s
		}
		return h.vm.NewArray(list...)
	}
	return h.vm.ToValue(result)
}

// readFile(path, encoding, flags)
func readFile(h *nodeHost, a fsArgs) (fsWork, error) {
	path, encoding := a.text(0), bufferEncoding(a.text(1))
	flags, err := h.checkOpen(path, a.text(2))
	return func() (any, error) {
		f, err := os.OpenFile(path, flags, 0o666)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		defer f.Close()
		data, err := io.ReadAll(f)
		if err != nil {
			return nil, failed(err, "read", "")
		}
		return encoded{data, encoding}, nil
	}, err
}

// checkOpen asks for permission to open a file.
func (h *nodeHost) checkOpen(path, name string) (flags int, err error) {
	flags = openFlags[name]
	if flags&(os.O_WRONLY|os.O_RDWR) != 0 {
		if err := h.mayWrite(path); err != nil {
			return 0, err
		}
	}
	if flags&os.O_WRONLY == 0 {
		return flags, h.mayRead(path)
	}
	return flags, nil
}

// writeFile(path, data, encoding, flags, mode)
func writeFile(h *nodeHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), a.mode(4, 0o666)
	data := bytes.Clone(h.data(a.at(1), bufferEncoding(a.text(2))))
	flags, err := h.checkOpen(path, a.text(3))
	return func() (any, error) {
		f, err := os.OpenFile(path, flags, mode)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		_, err = f.Write(data)
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		return nil, failed(err, "write", "")
	}, err
}

// mkdir(path, recursive, mode) → the first directory made, if recursive
func mkdir(h *nodeHost, a fsArgs) (fsWork, error) {
	path, recursive, mode := a.text(0), a.flag(1), a.mode(2, 0o777)
	return func() (any, error) {
		if !recursive {
			return nil, failed(os.Mkdir(path, mode), "mkdir", path)
		}
		first := firstMissing(path)
		if err := os.MkdirAll(path, mode); err != nil {
			if info, statErr := os.Stat(path); statErr == nil && !info.IsDir() {
				err = syscall.EEXIST
			}
			return nil, failed(err, "mkdir", path)
		}
		if first == "" {
			return nil, nil
		}
		return first, nil
	}, h.mayWrite(path)
}

// firstMissing returns the topmost directory on the way to path that is not there, as an absolute path.
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

// readdir(path, recursive) → name, directory and kind of each entry, in turn and sorted
func readdir(h *nodeHost, a fsArgs) (fsWork, error) {
	root, recursive := a.text(0), a.flag(1)
	return func() (any, error) {
		list := []string{}
		var read func(dir string) error
		read = func(dir string) error {
			entries, err := os.ReadDir(dir)
			if err != nil {
				return failed(err, "scandir", dir)
			}
			for _, e := range entries {
				list = append(list, e.Name(), dir, fileKind(e.Type()))
				if recursive && e.IsDir() {
					if err := read(filepath.Join(dir, e.Name())); err != nil {
						return err
					}
				}
			}
			return nil
		}
		return list, read(root)
	}, h.mayRead(root)
}

// stat(path, follow links)
func stat(h *nodeHost, a fsArgs) (fsWork, error) {
	path, follow := a.text(0), a.flag(1)
	return func() (any, error) {
		look, name := os.Lstat, "lstat"
		if follow {
			look, name = os.Stat, "stat"
		}
		info, err := look(path)
		if err != nil {
			return nil, failed(err, name, path)
		}
		return info, nil
	}, h.mayRead(path)
}

func unlink(h *nodeHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	return func() (any, error) {
		info, err := os.Lstat(path)
		if err == nil && info.IsDir() {
			err = syscall.EISDIR
		}
		if err == nil {
			err = os.Remove(path)
		}
		return nil, failed(err, "unlink", path)
	}, h.mayWrite(path)
}

func rmdir(h *nodeHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	return func() (any, error) {
		info, err := os.Lstat(path)
		if err == nil && !info.IsDir() {
			err = syscall.ENOTDIR
		}
		if err == nil {
			err = os.Remove(path)
		}
		return nil, failed(err, "rmdir", path)
	}, h.mayWrite(path)
}

// rm(path, recursive, force)
func rm(h *nodeHost, a fsArgs) (fsWork, error) {
	path, recursive, force := a.text(0), a.flag(1), a.flag(2)
	return func() (any, error) {
		info, err := os.Lstat(path)
		switch {
		case err != nil && force && errors.Is(err, fs.ErrNotExist):
			return nil, nil
		case err != nil:
			return nil, failed(err, "lstat", path)
		case recursive:
			return nil, failed(os.RemoveAll(path), "rm", path)
		case info.IsDir():
			return nil, &isDirError{path}
		}
		return nil, failed(os.Remove(path), "rm", path)
	}, h.mayWrite(path)
}

// rename(from, to)
func rename(h *nodeHost, a fsArgs) (fsWork, error) {
	from, to := a.text(0), a.text(1)
	return func() (any, error) {
		return nil, failed(os.Rename(from, to), "rename", from, to)
	}, errors.Join(h.mayRead(from), h.mayWrite(from), h.mayWrite(to))
}

// copyFile(from, to, exclusive)
func copyFile(h *nodeHost, a fsArgs) (fsWork, error) {
	from, to, flags := a.text(0), a.text(1), openFlags["w"]
	if a.flag(2) {
		flags = openFlags["wx"]
	}
	return func() (any, error) {
		src, err := os.Open(from)
		if err != nil {
			return nil, failed(err, "copyfile", from, to)
		}
		defer src.Close()
		mode := fs.FileMode(0o666)
		if info, err := src.Stat(); err == nil {
			mode = info.Mode().Perm()
		}
		dest, err := os.OpenFile(to, flags, mode)
		if err != nil {
			return nil, failed(err, "copyfile", from, to)
		}
		_, err = io.Copy(dest, src)
		if closeErr := dest.Close(); err == nil {
			err = closeErr
		}
		return nil, failed(err, "copyfile", from, to)
	}, errors.Join(h.mayRead(from), h.mayWrite(to))
}

// access(path, mode): the bits of mode are 4 to read, 2 to write, 1 to execute
func access(h *nodeHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), fs.FileMode(a.at(1).ToInteger())
	return func() (any, error) {
		info, err := os.Stat(path)
		// Who runs this is not asked: the file's own bits decide.
		for bit := fs.FileMode(1); err == nil && bit <= 4; bit <<= 1 {
			if mode&bit != 0 && info.Mode().Perm()&(bit|bit<<3|bit<<6) == 0 {
				err = syscall.EACCES
			}
		}
		return nil, failed(err, "access", path)
	}, h.mayRead(path)
}

// mkdtemp(prefix, encoding) → the path
func mkdtemp(h *nodeHost, a fsArgs) (fsWork, error) {
	prefix := a.text(0)
	return func() (any, error) {
		dir, base := filepath.Split(prefix)
		if dir == "" {
			dir = "."
		}
		made, err := os.MkdirTemp(dir, base+"*")
		if err != nil {
			return nil, failed(err, "mkdtemp", prefix+"XXXXXX")
		}
		if strings.HasPrefix(prefix, dir) {
			return made, nil
		}
		return filepath.Base(made), nil
	}, h.mayWrite(prefix)
}

func realpath(h *nodeHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	return func() (any, error) {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return nil, failed(err, "lstat", path)
		}
		return real, nil
	}, h.mayRead(path)
}

func exists(h *nodeHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	return func() (any, error) {
		_, err := os.Stat(path)
		return err == nil, nil
	}, h.mayRead(path)
}

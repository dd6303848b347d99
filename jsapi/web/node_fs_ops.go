// This file holds the operations on files.

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
)

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

// mkdtemp(prefix) → the path
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

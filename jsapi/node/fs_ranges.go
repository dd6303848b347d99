// This file has the operations on descriptors. They take the position, which the descriptor has, so that an operation can be
// repeated.

package node

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// fdOp is the first half of an operation on an open file. Its arguments begin after the number.
type fdOp struct {
	call string // the system call in errors
	op   func(h *fileHost, d *descriptor, a fsArgs) (func(f *os.File) (any, error), error)
}

// fdOps are the operations that take the number of a descriptor in the place of a path.
var fdOps = map[string]fdOp{
	"readFile": {"read", readOpen}, "readAt": {"read", readAt}, "writeAt": {"write", writeAt}, "truncate": {"ftruncate", truncateOpen},
	"stat": {"fstat", statOpen}, "chmod": {"fchmod", chmodOpen}, "utimes": {"futime", utimesOpen}, "sync": {"fsync", syncOpen},
}

// prepareOpen is the first half of an operation on an open file.
func (h *fileHost) prepareOpen(name string, fd int64, a fsArgs) (fsWork, error) {
	op, ok := fdOps[name]
	if !ok {
		return nil, errNoOperation(name)
	}
	d, err := h.table.find(fd, op.call)
	if err != nil {
		return nil, err
	}
	work, err := op.op(h, d, a)
	if err != nil {
		return nil, err
	}
	file, err := h.use(d)
	if err != nil {
		return nil, err
	}
	return func() (any, error) {
		f, err := file()
		if err != nil {
			return nil, failed(err, op.call, "")
		}
		v, err := work(f)
		if known := (*largeError)(nil); errors.As(err, &known) {
			return nil, err
		}
		return v, failed(err, op.call, "")
	}, nil
}

// openFile implements open(path, flags, mode). The file is for the descriptor that openDescriptor makes.
func openFile(h *fileHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), a.mode(2, 0o666)
	flags, err := flagsOf(a.at(1))
	if err != nil {
		return nil, err
	}
	place, err := h.placeToOpen(path, flags)
	table := h.table
	return func() (any, error) {
		if flags&files.NoFollow != 0 && files.NoFollow != 0 {
			if info, err := place.Lstat(); err == nil && info.Mode()&fs.ModeSymlink != 0 {
				return nil, failed(syscall.ELOOP, "open", path)
			}
		}
		f, err := h.open(place, flags, mode)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		table.fresh = f
		return nil, nil
	}, err
}

// readOpen(number, encoding, position) → the bytes from the position on
func readOpen(h *fileHost, _ *descriptor, a fsArgs) (func(*os.File) (any, error), error) {
	at := a.at(1).ToInteger()
	return func(f *os.File) (any, error) {
		data, err := h.readAll(f, at)
		return encoded{data: data}, err
	}, nil
}

// readAt(number, position, length) → bytes
func readAt(h *fileHost, _ *descriptor, a fsArgs) (func(*os.File) (any, error), error) {
	at, length := a.at(0).ToInteger(), a.at(1).ToInteger()
	return func(f *os.File) (any, error) {
		length := min(length, maxFile)
		if !seekable(f) {
			data := make([]byte, min(length, 1<<16))
			n, err := interruptible{h, f}.Read(data)
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return encoded{data: data[:n]}, err
		}
		length = min(length, h.maxFile())
		if info, err := f.Stat(); err == nil {
			if err := h.fits(max(0, min(length, info.Size()-at))); err != nil {
				return nil, err
			}
		}
		data, err := io.ReadAll(io.LimitReader(interruptibleAt{h, f, &at}, length))
		return encoded{data: data}, err
	}, nil
}

// writeAt implements writeAt(number, bytes, position). The position -1 is the end of the file.
func writeAt(h *fileHost, d *descriptor, a fsArgs) (func(*os.File) (any, error), error) {
	data, at := h.copied(a.at(0), "utf8"), a.at(1).ToInteger()
	if !d.writes() {
		return nil, failed(syscall.EBADF, "write", "")
	}
	return func(f *os.File) (any, error) {
		if d.appends() || at < 0 || !seekable(f) {
			_, err := countedWriter{h, f}.Write(data)
			return nil, err
		}
		err := h.printed(f, len(data))
		if err == nil {
			_, err = f.WriteAt(data, at)
		}
		return nil, err
	}, nil
}

// truncateOpen(number, length)
func truncateOpen(_ *fileHost, _ *descriptor, a fsArgs) (func(*os.File) (any, error), error) {
	length := a.at(0).ToInteger()
	return func(f *os.File) (any, error) { return nil, f.Truncate(length) }, nil
}

// statOpen implements stat(number).
func statOpen(*fileHost, *descriptor, fsArgs) (func(*os.File) (any, error), error) {
	return func(f *os.File) (any, error) { return f.Stat() }, nil
}

// syncOpen implements sync(number).
func syncOpen(*fileHost, *descriptor, fsArgs) (func(*os.File) (any, error), error) {
	return func(f *os.File) (any, error) { return nil, f.Sync() }, nil
}

// chmodOpen implements chmod(number, mode). A file that was opened for reading only is changed by its path, which the script must
// have the permission to write.
func chmodOpen(h *fileHost, d *descriptor, a fsArgs) (func(*os.File) (any, error), error) {
	mode := modeOf(a.at(0))
	if d.writes() {
		return func(f *os.File) (any, error) { return nil, f.Chmod(mode) }, nil
	}
	place, err := h.writable(d.path, true)
	return func(*os.File) (any, error) { return nil, place.Chmod(mode) }, err
}

// utimesOpen implements utimes(number, atime, mtime), in seconds. See chmodOpen.
func utimesOpen(h *fileHost, d *descriptor, a fsArgs) (func(*os.File) (any, error), error) {
	accessed, changed := seconds(a.at(0).ToFloat()), seconds(a.at(1).ToFloat())
	if d.writes() {
		return func(f *os.File) (any, error) { return nil, files.SetTimes(f, accessed, changed) }, nil
	}
	place, err := h.writable(d.path, true)
	return func(*os.File) (any, error) { return nil, place.Chtimes(accessed, changed) }, err
}

// seekable reports whether a file has positions; a pipe and a terminal have none.
func seekable(f *os.File) bool {
	_, err := f.Seek(0, io.SeekCurrent)
	return err == nil
}

// printed counts bytes for the limit of the output, if an open file is an output of this process.
func (h *fileHost) printed(f *os.File, bytes int) error {
	if !files.IsOutput(f) {
		return nil
	}
	return h.process.vm.Print(bytes)
}

// countedWriter calls printed before each write.
type countedWriter struct {
	h *fileHost
	f *os.File
}

func (w countedWriter) Write(p []byte) (int, error) {
	if err := w.h.printed(w.f, len(p)); err != nil {
		return 0, err
	}
	return interruptible(w).Write(p)
}

// truncate(path, length)
func truncate(h *fileHost, a fsArgs) (fsWork, error) {
	path, length := a.text(0), a.at(1).ToInteger()
	place, err := h.writable(path, true)
	return func() (any, error) {
		f, err := h.open(place, os.O_WRONLY, 0)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		return nil, failed(errors.Join(f.Truncate(length), f.Close()), "ftruncate", "")
	}, err
}

// numericFlags are the bits of flags that are given as a number, which are those of Linux, as fs.constants has them.
var numericFlags = []struct{ theirs, ours int }{
	{1, os.O_WRONLY}, {2, os.O_RDWR}, {64, os.O_CREATE}, {128, os.O_EXCL}, {512, os.O_TRUNC}, {1024, os.O_APPEND}, {2048, files.NoWait}, {4096, os.O_SYNC},
	{65536, files.Directory}, {131072, files.NoFollow},
}

// flagsOf returns the flags for opening a file, which are given by name or as a number.
func flagsOf(v goja.Value) (flags int, err error) {
	switch guard.Export(v).(type) {
	case int64, float64:
		given := int(v.ToInteger())
		if given&3 == 3 {
			return 0, failed(syscall.EINVAL, "open", "")
		}
		for _, bit := range numericFlags {
			if given&bit.theirs != 0 {
				flags |= bit.ours
			}
		}
		return flags, nil
	}
	return openFlags[v.String()], nil
}

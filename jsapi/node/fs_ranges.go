// This file has the operations on parts of files. They take the name of the file, and the module stores the
// position of a descriptor, so that an operation can be repeated.

package node

import (
	"errors"
	"io"
	"os"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// openFile implements openFile(path, flags, mode). It creates or truncates a file according to its flags.
func openFile(h *fileHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), a.mode(2, 0o666)
	place, flags, err := h.placeToOpen(path, a.text(1))
	return func() (any, error) {
		f, err := h.open(place, flags, mode)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		return nil, failed(f.Close(), "close", path)
	}, err
}

// readAt(path, position, length) → bytes
func readAt(h *fileHost, a fsArgs) (fsWork, error) {
	path, at, length := a.text(0), a.at(1).ToInteger(), a.at(2).ToInteger()
	place, err := h.readable(path, true)
	return func() (any, error) {
		f, err := h.open(place, os.O_RDONLY, 0)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		defer f.Close()
		length := min(length, maxFile)
		if !seekable(f) {
			data := make([]byte, min(length, 1<<16))
			n, err := interruptible{h, f}.Read(data)
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return encoded{data: data[:n]}, failed(err, "read", "")
		}
		length = min(length, h.maxFile())
		if info, err := f.Stat(); err == nil {
			if err := h.fits(max(0, min(length, info.Size()-at))); err != nil {
				return nil, failed(err, "read", "")
			}
		}
		data, err := io.ReadAll(io.LimitReader(interruptibleAt{h, f, &at}, length))
		return encoded{data: data}, failed(err, "read", "")
	}, err
}

// writeAt implements writeAt(path, bytes, position). The position -1 is the end of the file.
func writeAt(h *fileHost, a fsArgs) (fsWork, error) {
	path, data, at := a.text(0), h.copied(a.at(1), "utf8"), a.at(2).ToInteger()
	place, err := h.writable(path, true)
	return func() (any, error) {
		flags := os.O_WRONLY
		if at < 0 {
			flags |= os.O_APPEND
		}
		f, err := h.open(place, flags, 0)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		if at < 0 || !seekable(f) {
			_, err = countedWriter{h, f}.Write(data)
		} else if err = h.printed(f, len(data)); err == nil {
			_, err = f.WriteAt(data, at)
		}
		return nil, failed(errors.Join(err, f.Close()), "write", "")
	}, err
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

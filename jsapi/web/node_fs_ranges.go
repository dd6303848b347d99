// This file has the operations on parts of files. They take the name of the file, and the module stores the
// position of a descriptor, so that an operation can be repeated.

package web

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// openFile implements openFile(path, flags, mode). It creates or truncates a file according to its flags.
func openFile(h *nodeHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), a.mode(2, 0o666)
	place, flags, err := h.placeToOpen(path, a.text(1))
	return func() (any, error) {
		f, err := place.OpenFile(flags, mode)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		return nil, failed(f.Close(), "close", path)
	}, err
}

// readAt(path, position, length) → bytes
func readAt(h *nodeHost, a fsArgs) (fsWork, error) {
	path, at, length := a.text(0), a.at(1).ToInteger(), a.at(2).ToInteger()
	place, err := h.readable(path, true)
	return func() (any, error) {
		f, err := place.OpenFile(os.O_RDONLY, 0)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		defer f.Close()
		data, err := io.ReadAll(io.NewSectionReader(f, at, min(length, maxFile)))
		return encoded{data: data}, failed(err, "read", "")
	}, err
}

// writeAt implements writeAt(path, bytes, position). The position -1 is the end of the file.
func writeAt(h *nodeHost, a fsArgs) (fsWork, error) {
	path, data, at := a.text(0), bytes.Clone(h.data(a.at(1), "utf8")), a.at(2).ToInteger()
	place, err := h.writable(path, true)
	return func() (any, error) {
		flags := os.O_WRONLY
		if at < 0 {
			flags |= os.O_APPEND
		}
		f, err := place.OpenFile(flags, 0)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		if at < 0 {
			_, err = f.Write(data)
		} else {
			_, err = f.WriteAt(data, at)
		}
		return nil, failed(errors.Join(err, f.Close()), "write", "")
	}, err
}

// truncate(path, length)
func truncate(h *nodeHost, a fsArgs) (fsWork, error) {
	path, length := a.text(0), a.at(1).ToInteger()
	place, err := h.writable(path, true)
	return func() (any, error) {
		f, err := place.OpenFile(os.O_WRONLY, 0)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		return nil, failed(errors.Join(f.Truncate(length), f.Close()), "ftruncate", "")
	}, err
}

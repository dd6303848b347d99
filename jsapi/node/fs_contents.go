// This file reads and writes whole files.

package node

import (
	"bytes"
	"io"
	"os"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// readFile(path, encoding, flags)
func readFile(h *fileHost, a fsArgs) (fsWork, error) {
	path, encoding := a.text(0), web.BufferEncoding(a.text(1))
	place, flags, err := h.placeFor(path, a.at(2))
	return func() (any, error) {
		f, err := h.open(place, flags, 0o666)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		defer f.Close()
		data, err := h.readAll(f, 0)
		if err != nil {
			return nil, failed(err, "read", "")
		}
		return encoded{data, encoding}, nil
	}, err
}

// readAll reads a file from a position to its end, up to the limit of its size. For a file of unknown size, such as a device, the
// limit is a quarter of that, since its buffer is copied while it grows.
func (h *fileHost) readAll(f *os.File, at int64) ([]byte, error) {
	limit := h.maxFile()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := max(info.Size()-at, 0)
	switch {
	case size > limit:
		return nil, &largeError{limit}
	case info.Size() == 0:
		limit /= 4
	}
	if err := h.fits(size); err != nil {
		return nil, err
	}
	var from io.Reader = interruptible{h, f}
	if at > 0 && seekable(f) {
		from = interruptibleAt{h, f, &at}
	}
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err = data.ReadFrom(io.LimitReader(from, limit+1))
	if int64(data.Len()) > limit {
		return nil, &largeError{limit}
	}
	return data.Bytes(), err
}

// maxFile is the largest file that Node reads as a whole.
const maxFile = 2 << 30

// maxFile returns how many bytes of a file may be read at once.
func (h *fileHost) maxFile() int64 {
	if limit := h.process.vm.Limits().MemoryBytes; limit > 0 {
		return min(limit, maxFile)
	}
	return maxFile
}

// placeFor checks the permission to open a file with flags that are given by name or as a number.
func (h *fileHost) placeFor(path string, given goja.Value) (place *files.Place, flags int, err error) {
	if flags, err = flagsOf(given); err != nil {
		return nil, 0, err
	}
	place, err = h.placeToOpen(path, flags)
	return place, flags, err
}

// placeToOpen checks the permission to open a file. Whoever makes or empties a file needs the permission to write it.
func (h *fileHost) placeToOpen(path string, flags int) (place *files.Place, err error) {
	follow := flags&(os.O_CREATE|os.O_EXCL) != os.O_CREATE|os.O_EXCL && flags&files.NoFollow == 0
	if flags&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC) != 0 {
		if place, err = h.writable(path, follow); err != nil {
			return nil, err
		}
	}
	if flags&os.O_WRONLY == 0 {
		read, err := h.readable(path, follow)
		if place == nil {
			place = read
		}
		return place, err
	}
	return place, nil
}

// writeFile(path, data, encoding, flags, mode)
func writeFile(h *fileHost, a fsArgs) (fsWork, error) {
	path, mode := a.text(0), a.mode(4, 0o666)
	data := h.copied(a.at(1), web.BufferEncoding(a.text(2)))
	place, flags, err := h.placeFor(path, a.at(3))
	return func() (any, error) {
		f, err := h.open(place, flags, mode)
		if err != nil {
			return nil, failed(err, "open", path)
		}
		_, err = countedWriter{h, f}.Write(data)
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		return nil, failed(err, "write", "")
	}, err
}

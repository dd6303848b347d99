// This file compresses and decompresses for node:zlib.

package node

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"hash/crc32"
	"io"
	"slices"

	"github.com/andybalholm/brotli"
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// zlibNatives are compress(format, bytes, level), decompress(format, bytes, most) and crc32(bytes, before). A format is "gzip",
// "zlib", "raw", "brotli"; to decompress also "unzip", which is gzip or zlib.
func (h *host) zlibNatives() map[string]native {
	return map[string]native{
		"compressor": newCompressor, "decompressor": h.newDecompressor, "compress": compress,
		"decompress": func(a args) (any, error) {
			return decompress(a.vm, a.text(0), a.bytes(1), int64(a.number(2)))
		},
		"crc32": func(a args) (any, error) {
			return int64(crc32.Update(uint32(a.number(1)), crc32.IEEETable, a.bytes(0))), nil
		},
	}
}

// compress(format, bytes, level) → bytes
func compress(a args) (any, error) {
	var out bytes.Buffer
	format := a.text(0)
	w, err := compressorOf(format, a.number(2), &out)
	if err != nil {
		return nil, err
	}
	if err := writeParts(a.vm, w, &out, a.bytes(1)); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if format == "gzip" && out.Len() > 9 {
		out.Bytes()[9] = 3 // zlib writes that the system is Unix
	}
	return out.Bytes(), nil
}

// compressedPart is how many bytes are compressed before the VM may be interrupted: it takes some milliseconds.
const compressedPart = 1 << 18

// writeParts writes data to w, whose output grows out. It requests the memory, and hears whether the VM was interrupted.
func writeParts(vm *goja.Runtime, w io.Writer, out *bytes.Buffer, data []byte) error {
	for part := range slices.Chunk(data, compressedPart) {
		if out.Available() < len(part) {
			guard.Need(vm, 2*out.Len()+len(part))
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
		guard.Hear(vm)
	}
	return nil
}

func decompress(vm *goja.Runtime, format string, data []byte, most int64) ([]byte, error) {
	format = formatOf(format, data)
	if format == "gzip" && (len(data) > 0 && data[0] != 0x1f || len(data) > 1 && data[1] != 0x8b) {
		return nil, zlibError(format, gzip.ErrHeader)
	}
	r, err := newReader(format, bytes.NewReader(data))
	if err != nil {
		return nil, zlibError(format, err)
	}
	out, err := readAll(vm, io.LimitReader(r, most+1))
	if int64(len(out)) > most {
		return nil, &Error{Code: "ERR_BUFFER_TOO_LARGE", Message: "Cannot create a Buffer larger than " + itoa(most) + " bytes"}
	}
	if err != nil {
		return nil, zlibError(format, err)
	}
	return out, nil
}

// readAll reads all of r. It requests memory from vm each time the buffer grows, which is by half its size.
func readAll(vm *goja.Runtime, r io.Reader) ([]byte, error) {
	data := make([]byte, 0, 1<<10)
	for {
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if errors.Is(err, io.EOF) {
			return data, nil
		}
		if err != nil {
			return data, err
		}
		if len(data) == cap(data) {
			more := len(data)/2 + 1<<10
			guard.Need(vm, len(data)+more)
			data = append(make([]byte, 0, len(data)+more), data...)
		}
	}
}

// formatOf returns the format of data. For "unzip", which is gzip or zlib, it reads the first two bytes.
func formatOf(format string, data []byte) string {
	switch {
	case format != "unzip":
		return format
	case len(data) > 1 && data[0] == 0x1f && data[1] == 0x8b:
		return "gzip"
	}
	return "zlib"
}

// newReader returns a reader that decompresses in.
func newReader(format string, in io.Reader) (io.Reader, error) {
	switch format {
	case "gzip":
		return gzip.NewReader(in)
	case "zlib":
		return zlib.NewReader(in)
	case "raw":
		return flate.NewReader(in), nil
	}
	return brotli.NewReader(in), nil
}

// zlibError returns an error with the messages and codes of zlib.
func zlibError(format string, err error) error {
	switch {
	case format == "brotli":
		return &Error{Code: "ERR__ERROR_FORMAT_PADDING_1", Message: "Decompression failed", Errno: -7}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Error{Code: "Z_BUF_ERROR", Message: "unexpected end of file", Errno: -5}
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zlib.ErrHeader):
		return &Error{Code: "Z_DATA_ERROR", Message: "incorrect header check", Errno: -3}
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zlib.ErrChecksum):
		return &Error{Code: "Z_DATA_ERROR", Message: "incorrect data check", Errno: -3}
	case errors.Is(err, zlib.ErrDictionary):
		return &Error{Code: "Z_NEED_DICT", Message: "Missing dictionary", Errno: 2}
	}
	return &Error{Code: "Z_DATA_ERROR", Message: "invalid stored block lengths", Errno: -3}
}

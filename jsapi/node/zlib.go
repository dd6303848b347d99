// This file compresses and decompresses for node:zlib.

package node

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// zlibNatives are compress(format, bytes, options), decompress(format, bytes, most, options) and crc32(bytes, before). A format is "gzip",
// "zlib", "raw", "brotli"; to decompress also "unzip", which is gzip or zlib.
func (h *host) zlibNatives() map[string]native {
	return map[string]native{
		"compressor": newCompressor, "decompressor": h.newDecompressor, "compress": compress, "decompress": decompress,
		"crc32": func(a args) (any, error) {
			return int64(crc32.Update(uint32(a.number(1)), crc32.IEEETable, a.bytes(0))), nil
		},
	}
}

// compress(format, bytes, options) → bytes
func compress(a args) (any, error) {
	var out bytes.Buffer
	end := a.textField(2, "end")
	w, err := compressorOf(a, 2, &out)
	if err != nil {
		return nil, err
	}
	if err := writeParts(a.vm, w, &out, a.bytes(1)); err != nil {
		return nil, err
	}
	if err := endAs(end, w); err != nil {
		return nil, err
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

// decompress(format, bytes, most, {dictionary, partial}) → bytes
func decompress(a args) (any, error) {
	most := int64(a.number(2))
	u := newUnpacker(a, 3)
	u.in.Reset(bytes.NewReader(a.bytes(1)))
	out, err := readAll(a.vm, io.LimitReader(u, most+1))
	if int64(len(out)) > most {
		return nil, &Error{Code: "ERR_BUFFER_TOO_LARGE", Message: "Cannot create a Buffer larger than " + itoa(most) + " bytes"}
	}
	if err != nil {
		return nil, err
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

// This file decompresses as zlib does: several members, what follows the last one, dictionaries, and input that
// ends too early.

package node

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"reflect"

	"github.com/andybalholm/brotli"
)

// unpacker decompresses its input. Its errors are those of zlib.
type unpacker struct {
	format     string // "gzip", "zlib", "raw", "brotli", or "unzip", which is gzip or zlib
	dictionary []byte
	partial    bool // the input may end anywhere, and then the output ends too
	in         *bufio.Reader
	r          io.Reader // decompresses the current member
}

// Read implements io.Reader.
func (u *unpacker) Read(p []byte) (int, error) {
	for {
		if u.r == nil {
			if err := u.open(); err != nil {
				return 0, u.ended(err)
			}
		}
		n, err := u.r.Read(p)
		switch {
		case n > 0 || err == nil:
			return n, nil
		case !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) || u.format == "brotli":
			return 0, u.ended(err)
		case !errors.Is(err, io.EOF):
			if rest := undelivered(u.r); u.partial && len(rest) > 0 {
				u.r = &once{rest}
				continue
			}
			return 0, u.ended(err)
		}
		// As in zlib, whatever follows belongs to nobody, except that bytes other than zero are one more member of gzip.
		if next, _ := u.in.Peek(1); u.format != "gzip" || len(next) == 0 || next[0] == 0 {
			return 0, io.EOF
		}
		u.r = nil
	}
}

// once is a reader of the bytes that were decompressed last.
type once struct{ rest []byte }

func (o *once) Read(p []byte) (int, error) {
	n := copy(p, o.rest)
	o.rest = o.rest[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// open starts to decompress a member.
func (u *unpacker) open() (err error) {
	if u.format == "unzip" {
		head, err := u.in.Peek(2)
		if err != nil && len(head) == 0 {
			return err
		}
		u.format = formatOf(u.format, head)
	}
	switch u.format {
	case "gzip":
		if head, _ := u.in.Peek(2); len(head) == 2 && (head[0] != 0x1f || head[1] != 0x8b) {
			return gzip.ErrHeader
		}
		var r *gzip.Reader
		if r, err = gzip.NewReader(u.in); err == nil {
			r.Multistream(false)
			u.r = r
		}
	case "zlib":
		if u.r, err = zlib.NewReaderDict(u.in, u.dictionary); errors.Is(err, zlib.ErrDictionary) && u.dictionary != nil {
			return errOtherDictionary
		}
	case "raw":
		u.r = flate.NewReaderDict(u.in, u.dictionary)
	default:
		u.r = brotli.NewReader(u.in)
	}
	if err != nil {
		u.r = nil
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

var errOtherDictionary = errors.New("the input needs another dictionary")

// ended returns the error of a member as that of zlib.
func (u *unpacker) ended(err error) error {
	switch {
	case errors.Is(err, errClosed):
		return err
	case u.partial && errors.Is(err, io.ErrUnexpectedEOF):
		return io.EOF
	case u.format == "brotli" && (errors.Is(err, io.EOF) || err.Error() == "brotli: excessive input"):
		return io.EOF
	}
	return zlibError(u.format, err)
}

// undelivered returns what a reader of the packages gzip, zlib and flate has decompressed and not returned: they return the
// output in parts of 32 KB. It returns nothing if the package is not as expected.
func undelivered(r io.Reader) []byte {
	v := reflect.Indirect(reflect.ValueOf(r))
	for v.Kind() == reflect.Struct && v.FieldByName("decompressor").IsValid() {
		v = reflect.Indirect(v.FieldByName("decompressor").Elem())
	}
	if v.Kind() != reflect.Struct {
		return nil
	}
	window := v.FieldByName("dict")
	if window.Kind() != reflect.Struct {
		return nil
	}
	bytes, from, to := window.FieldByName("hist"), window.FieldByName("rdPos"), window.FieldByName("wrPos")
	if bytes.Kind() != reflect.Slice || bytes.Type().Elem().Kind() != reflect.Uint8 || from.Kind() != reflect.Int || to.Kind() != reflect.Int {
		return nil
	}
	all, start, end := bytes.Bytes(), from.Int(), to.Int()
	if start < 0 || end < start || end > int64(len(all)) {
		return nil
	}
	return append([]byte(nil), all[start:end]...)
}

// zlibError returns an error with the messages and codes of zlib.
func zlibError(format string, err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Error{Code: "Z_BUF_ERROR", Message: "unexpected end of file", Errno: -5}
	case format == "brotli":
		return &Error{Code: "ERR__ERROR_FORMAT_PADDING_1", Message: "Decompression failed", Errno: -7}
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zlib.ErrHeader):
		return &Error{Code: "Z_DATA_ERROR", Message: "incorrect header check", Errno: -3}
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zlib.ErrChecksum):
		return &Error{Code: "Z_DATA_ERROR", Message: "incorrect data check", Errno: -3}
	case errors.Is(err, errOtherDictionary):
		return &Error{Code: "Z_NEED_DICT", Message: "Bad dictionary", Errno: 2}
	case errors.Is(err, zlib.ErrDictionary):
		return &Error{Code: "Z_NEED_DICT", Message: "Missing dictionary", Errno: 2}
	}
	return &Error{Code: "Z_DATA_ERROR", Message: "invalid stored block lengths", Errno: -3}
}

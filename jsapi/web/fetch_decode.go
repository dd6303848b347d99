// This file reads a response body: it decodes the content encodings, and stops if the server sends
// nothing for too long.

package web

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"
)

// bodyTimeout is the time after which reading a body fails if the server sends nothing. It is that of undici.
const bodyTimeout = 300 * time.Second

var errBodyTimeout = errors.New("Body Timeout Error") //nolint:staticcheck // Node's words

// idleBody is a body whose Read fails with errBodyTimeout if nothing arrives.
type idleBody struct {
	io.ReadCloser
	expired atomic.Bool
}

// Read implements io.Reader.
func (b *idleBody) Read(p []byte) (int, error) {
	timer := time.AfterFunc(bodyTimeout, func() {
		b.expired.Store(true)
		_ = b.Close()
	})
	n, err := b.ReadCloser.Read(p)
	timer.Stop()
	if err != nil && b.expired.Load() {
		err = errBodyTimeout
	}
	return n, err
}

// maxEncodings is the number of content encodings that a body may have, as in undici.
const maxEncodings = 5

// brotliWindow is the maximum number of bytes of output to which brotli refers back, which its decoder keeps.
const brotliWindow = 16 << 20

// decoded returns a body that decodes the given content encodings, from the last to the first, and the number of bytes that its
// decoders may keep. If an encoding is unknown, it and those before it are not decoded.
func decoded(encodings string, body io.ReadCloser) (decodes io.ReadCloser, memory int) {
	list := strings.Split(strings.ToLower(encodings), ",")
	if len(list) > maxEncodings {
		_ = body.Close()
		return io.NopCloser(failedReader{fmt.Errorf("Too many content-encodings in response: %d, maximum allowed is %d", len(list), maxEncodings)}), 0 //nolint:staticcheck // undici's words
	}
	slices.Reverse(list)
	for _, name := range list {
		var open func(io.Reader) (io.Reader, error)
		switch strings.TrimSpace(name) {
		case "gzip", "x-gzip":
			open = func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }
		case "deflate":
			open = inflate
		case "br":
			open = func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil }
			memory += brotliWindow
		default:
			return body, memory
		}
		body = &decodedBody{from: body, open: open}
	}
	return body, memory
}

// failedReader is a body that cannot be read.
type failedReader struct{ err error }

// Read implements io.Reader.
func (f failedReader) Read([]byte) (int, error) { return 0, f.err }

// decodedBody decodes a body while it is read. It reads nothing before the first Read, so that the head of a
// response is reported immediately. If the body ends too early, what there is of it is decoded, as in Node.
type decodedBody struct {
	from   io.ReadCloser
	open   func(io.Reader) (io.Reader, error)
	r      io.Reader
	failed error // the error of from
}

// Read implements io.Reader.
func (d *decodedBody) Read(p []byte) (int, error) {
	n, err := d.read(p)
	switch {
	case err == nil:
		return n, nil
	case d.failed != nil:
		return n, d.failed
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || err.Error() == "brotli: excessive input":
		return n, io.EOF
	}
	return n, &encodingError{err}
}

func (d *decodedBody) read(p []byte) (int, error) {
	if d.r == nil {
		buffered := bufio.NewReader(readerFunc(d.readFrom))
		if _, err := buffered.Peek(1); err != nil {
			return 0, err // an empty body is empty in any encoding
		}
		r, err := d.open(buffered)
		if err != nil {
			return 0, err
		}
		d.r = r
	}
	return d.r.Read(p)
}

func (d *decodedBody) readFrom(p []byte) (int, error) {
	n, err := d.from.Read(p)
	if err != nil && err != io.EOF {
		d.failed = err
	}
	return n, err
}

// Close implements io.Closer.
func (d *decodedBody) Close() error { return d.from.Close() }

// readerFunc is a function that implements io.Reader.
type readerFunc func(p []byte) (int, error)

// Read implements io.Reader.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// encodingError says that a body is not what its content encoding says.
type encodingError struct{ err error }

// Error returns the message of Node.
func (e *encodingError) Error() string {
	switch {
	case errors.Is(e.err, gzip.ErrHeader) || errors.Is(e.err, zlib.ErrHeader):
		return "incorrect header check"
	case errors.Is(e.err, gzip.ErrChecksum) || errors.Is(e.err, zlib.ErrChecksum):
		return "incorrect data check"
	case strings.HasPrefix(e.err.Error(), "brotli: "):
		return "Decompression failed"
	}
	return e.err.Error()
}

// describe returns the properties of Node's error.
func (e *encodingError) describe() []Field {
	if strings.HasPrefix(e.err.Error(), "brotli: ") {
		return []Field{{"errno", -7}, {"code", "ERR__ERROR_FORMAT_PADDING_1"}}
	}
	return []Field{{"errno", -3}, {"code", "Z_DATA_ERROR"}}
}

// inflate decodes deflate with the zlib header, or without it, since some servers leave it out.
func inflate(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	head, err := buffered.Peek(1)
	if err != nil {
		return nil, err
	}
	if head[0]&0x0f == 8 {
		return zlib.NewReader(buffered)
	}
	return flate.NewReader(buffered), nil
}

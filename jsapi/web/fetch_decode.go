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

// decoded returns a body that decodes the given content encodings, from the last to the first. If one is
// unknown, it and those before it are not decoded.
func decoded(encodings string, body io.ReadCloser) io.ReadCloser {
	list := strings.Split(strings.ToLower(encodings), ",")
	if len(list) > maxEncodings {
		_ = body.Close()
		return io.NopCloser(failedReader{fmt.Errorf("Too many content-encodings in response: %d, maximum allowed is %d", len(list), maxEncodings)}) //nolint:staticcheck // undici's words
	}
	slices.Reverse(list)
	for _, name := range list {
		var open func(io.Reader) (io.Reader, error)
		switch strings.TrimSpace(name) {
		case "gzip", "x-gzip":
			open = func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }
		case "deflate":
			open = inflate
		default:
			return body
		}
		body = &decodedBody{from: body, open: open}
	}
	return body
}

// failedReader is a body that cannot be read.
type failedReader struct{ err error }

// Read implements io.Reader.
func (f failedReader) Read([]byte) (int, error) { return 0, f.err }

// decodedBody decodes a body while it is read. It reads nothing before the first Read, so that the head of a
// response is reported immediately.
type decodedBody struct {
	from io.ReadCloser
	open func(io.Reader) (io.Reader, error)
	r    io.Reader
}

// Read implements io.Reader.
func (d *decodedBody) Read(p []byte) (int, error) {
	if d.r == nil {
		buffered := bufio.NewReader(d.from)
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

// Close implements io.Closer.
func (d *decodedBody) Close() error { return d.from.Close() }

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

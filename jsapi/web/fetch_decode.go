// This file reads a response body: its encodings are undone, and a server that falls silent is left.

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

// bodyTimeout is how long a server may send nothing while its body is read. It is undici's.
const bodyTimeout = 300 * time.Second

var errBodyTimeout = errors.New("Body Timeout Error") //nolint:staticcheck // Node's words

// idleBody is a body that ends with errBodyTimeout when nothing comes.
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

// maxEncodings is how many encodings a body may have on top of each other, as in undici.
const maxEncodings = 5

// decoded returns a body without its encodings. One that is unknown is left as it is, with all that lie below it.
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

// decodedBody decodes what it reads. It looks at nothing before it is read: the head of a response is reported at once.
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

// inflate reads deflate with the zlib header, and without, as some servers send it.
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

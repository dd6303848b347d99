// This file compresses and decompresses in parts, for the streams of node:zlib.

package node

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"github.com/andybalholm/brotli"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// flusher is a compressor.
type flusher interface {
	io.WriteCloser
	Flush() error
}

// compressorOf returns a writer that compresses into out. An unknown level means the default one.
func compressorOf(format string, level int, out *bytes.Buffer) (flusher, error) {
	if level < flate.HuffmanOnly || level > flate.BestCompression {
		level = flate.DefaultCompression
	}
	switch format {
	case "gzip":
		return gzip.NewWriterLevel(out, level)
	case "zlib":
		return zlib.NewWriterLevel(out, level)
	case "raw":
		return flate.NewWriter(out, level)
	}
	return brotli.NewWriterLevel(out, 6), nil
}

// newCompressor implements compressor(format, level) → {write(bytes), flush(), end()}. Each returns the new
// output.
func newCompressor(a args) (any, error) {
	var out bytes.Buffer
	format := a.text(0)
	w, err := compressorOf(format, a.number(1), &out)
	if err != nil {
		return nil, err
	}
	first := format == "gzip"
	taken := func(err error) (any, error) {
		data := bytes.Clone(out.Bytes())
		out.Reset()
		if first && len(data) > 9 {
			data[9], first = 3, false // zlib writes that the system is Unix
		}
		return data, err
	}
	return map[string]native{
		"write": func(a args) (any, error) {
			return taken(writeParts(a.vm, w, &out, a.bytes(0)))
		},
		"flush": func(args) (any, error) { return taken(w.Flush()) },
		"end":   func(args) (any, error) { return taken(w.Close()) },
	}, nil
}

// errClosed is the error that ends a decompressor which was closed.
var errClosed = errors.New("closed")

// decompressor decompresses its input, and pauses when it needs more.
type decompressor struct {
	format  string
	in      []byte
	ended   bool
	failure error
	wait    func() bool // pauses until there is more input; returns false if it was stopped
	mu      sync.Mutex  // held while next or stop runs
	next    func() ([]byte, bool)
	stop    func()
}

// Read implements io.Reader for the package that decompresses.
func (d *decompressor) Read(p []byte) (int, error) {
	for len(d.in) == 0 {
		if d.ended {
			return 0, io.EOF
		}
		if !d.wait() {
			return 0, errClosed
		}
	}
	n := copy(p, d.in)
	d.in = d.in[n:]
	return n, nil
}

// run decompresses the input. It yields output, and nil when it needs more input.
func (d *decompressor) run(yield func([]byte) bool) {
	d.wait = func() bool { return yield(nil) }
	for d.format == "unzip" && len(d.in) < 2 && !d.ended {
		if !d.wait() {
			return
		}
	}
	d.format = formatOf(d.format, d.in)
	r, err := newReader(d.format, d)
	for err == nil {
		buffer := make([]byte, 16<<10)
		var n int
		n, err = r.Read(buffer)
		if n > 0 && !yield(buffer[:n]) {
			return
		}
	}
	if !errors.Is(err, io.EOF) {
		d.failure = zlibError(d.format, err)
	}
}

// maxUnpacks is the number of decompressors that a VM may have open at the same time: each has a stack.
const maxUnpacks = 1024

// end ends the decompressor. It may be called on any goroutine, and again.
func (d *decompressor) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stop()
}

// newDecompressor implements decompressor(format) → {write(bytes), end(), close()}. write and end return the
// new output.
func (h *host) newDecompressor(a args) (any, error) {
	if h.unpacks >= maxUnpacks {
		return nil, &Error{Code: "ERR_ZLIB_INITIALIZATION_FAILED", Message: fmt.Sprintf("Initialization failed: the script has %d streams open that decompress, which is as many as it may have", h.unpacks)}
	}
	d := &decompressor{format: a.text(0)}
	d.next, d.stop = iter.Pull(d.run)
	h.unpacks++
	forget := context.AfterFunc(h.env.Context, d.end)
	open, given := true, false
	finish := func() {
		if open {
			open = false
			h.unpacks--
			forget()
			d.end()
		}
	}
	take := func() (any, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		var out []byte
		for {
			data, more := d.next()
			if len(data) > 0 {
				if len(out)+len(data) > cap(out) {
					guard.Need(a.vm, 2*(len(out)+len(data)))
				}
				if h.env.Stopped() {
					return nil, errClosed // the VM ends as soon as this returns
				}
				out = append(out, data...)
				continue
			}
			if !more && d.failure != nil {
				return nil, d.failure
			}
			if !more || !d.ended {
				return out, nil
			}
		}
	}
	return map[string]native{
		"write": func(a args) (any, error) {
			data := a.bytes(0)
			given = given || len(data) > 0
			d.in = append(d.in, data...)
			return take()
		},
		"end": func(args) (any, error) {
			if !given {
				return []byte{}, nil // without input there is no output
			}
			d.ended = true
			defer finish()
			return take()
		},
		"close": func(args) (any, error) {
			finish()
			return nil, nil
		},
	}, nil
}

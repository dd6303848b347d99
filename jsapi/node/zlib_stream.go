// This file compresses and decompresses in parts, for the streams of node:zlib.

package node

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// flusher is a compressor.
type flusher interface {
	io.WriteCloser
	Flush() error
}

// compressorOf returns a writer that compresses into out, in the format that is the first argument. The options at i are
// {level, dictionary, quality, window, end}, where quality and window are those of Brotli. An unknown level means the default one.
func compressorOf(a args, i int, out *bytes.Buffer) (flusher, error) {
	number := func(name string, most, otherwise int) int {
		if v := a.field(i, name); v != nil && goja.IsNumber(v) {
			return int(min(max(v.ToInteger(), flate.HuffmanOnly), int64(most)))
		}
		return otherwise
	}
	if format := a.text(0); format != "brotli" {
		return newDeflater(out, format, number("level", flate.BestCompression, flate.DefaultCompression), bytes.Clone(a.bytesField(i, "dictionary"))), nil
	}
	options := brotli.WriterOptions{Quality: max(number("quality", brotli.BestCompression, 6), 0)}
	if window := number("window", 24, 0); window >= 10 {
		options.LGWin = window
	}
	return brotli.NewWriterOptions(out, options), nil
}

// endAs ends the output, or leaves it open as finishFlush of node:zlib wants.
func endAs(end string, w flusher) error {
	switch end {
	case "flush":
		return w.Flush()
	case "open":
		return nil
	}
	return w.Close()
}

// flushAs flushes as a kind of flush of node:zlib says.
func flushAs(w flusher, kind int) error {
	d, ok := w.(*deflater)
	switch {
	case ok:
		return d.flush(kind)
	case kind == noFlush:
		return nil
	case kind == brotliFinish:
		return w.Close()
	}
	return w.Flush()
}

// brotliFinish is the operation of Brotli that ends the output.
const brotliFinish = 2

// newCompressor implements compressor(format, options) → {write(bytes), flush(kind), level(n), end()}. Each returns the new
// output.
func newCompressor(a args) (any, error) {
	var out bytes.Buffer
	end := a.textField(1, "end")
	w, err := compressorOf(a, 1, &out)
	if err != nil {
		return nil, err
	}
	taken := func(err error) (any, error) {
		data := bytes.Clone(out.Bytes())
		out.Reset()
		return data, err
	}
	return map[string]native{
		"write": func(a args) (any, error) {
			return taken(writeParts(a.vm, w, &out, a.bytes(0)))
		},
		"flush": func(a args) (any, error) { return taken(flushAs(w, a.number(0))) },
		"level": func(a args) (any, error) {
			if d, ok := w.(*deflater); ok {
				return taken(d.setLevel(a.number(0)))
			}
			return []byte{}, nil
		},
		"end": func(args) (any, error) { return taken(endAs(end, w)) },
	}, nil
}

// errClosed is the error that ends a decompressor which was closed.
var errClosed = errors.New("closed")

// newUnpacker returns an unpacker of the format that is the first argument, with the options {dictionary, partial} at i.
func newUnpacker(a args, i int) *unpacker {
	u := &unpacker{format: a.text(0), in: bufio.NewReader(nil), dictionary: bytes.Clone(a.bytesField(i, "dictionary"))}
	v := a.field(i, "partial")
	u.partial = v != nil && v.ToBoolean()
	return u
}

// decompressor decompresses its input, and pauses when it needs more, or has a piece of output.
type decompressor struct {
	in      []byte
	piece   []byte // output that was not returned yet
	ended   bool
	failure error
	wait    func() bool // pauses until there is more input; returns false if it was stopped
	mu      sync.Mutex  // held while next or stop runs
	next    func() (full, more bool)
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

// run decompresses the input with u into pieces of size bytes. It yields true when a piece is full, and false when it needs
// more input.
func (d *decompressor) run(u *unpacker, size int, yield func(bool) bool) {
	d.wait = func() bool { return yield(false) }
	u.in.Reset(d)
	buffer := make([]byte, min(size, 16<<10))
	var err error
	for err == nil {
		var n int
		n, err = u.Read(buffer[:min(len(buffer), size-len(d.piece))]) // may pause, and then the piece is taken
		d.piece = append(d.piece, buffer[:n]...)
		if len(d.piece) == size && !yield(true) {
			return
		}
	}
	if !errors.Is(err, io.EOF) {
		d.failure = err
	}
}

// take returns the next piece of output. It returns nil if there is none without more input.
func (d *decompressor) take() ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	full, more := d.next()
	for !full && more && d.ended {
		full, more = d.next() // with the end of the input
	}
	piece := d.piece
	d.piece = nil
	if len(piece) == 0 || !full && !more && d.failure != nil {
		return nil, d.failure
	}
	return piece, nil
}

// maxUnpacks is the number of decompressors that a VM may have open at the same time: each has a stack.
const maxUnpacks = 1024

// end ends the decompressor. It may be called on any goroutine, and again.
func (d *decompressor) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stop()
}

// maxPiece is the size of the largest piece of output that a decompressor returns.
const maxPiece = 1 << 20

// newDecompressor implements decompressor(format, {dictionary, partial, piece}) → {write(bytes), end(), read(), all(), close()}.
// write takes input, and end says that it was the last. read returns the next piece of output, which has at most piece
// bytes, or null if there is none without more input. all returns all pieces.
func (h *host) newDecompressor(a args) (any, error) {
	if h.unpacks >= maxUnpacks {
		return nil, &Error{Code: "ERR_ZLIB_INITIALIZATION_FAILED", Message: fmt.Sprintf("Initialization failed: the script has %d streams open that decompress, which is as many as it may have", h.unpacks)}
	}
	size := 16 << 10
	if v := a.field(1, "piece"); v != nil && goja.IsNumber(v) {
		size = int(min(max(v.ToInteger(), 1), maxPiece))
	}
	u := newUnpacker(a, 1)
	d := &decompressor{}
	d.next, d.stop = iter.Pull(func(yield func(bool) bool) { d.run(u, size, yield) })
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
	read := func() ([]byte, error) {
		if !given {
			return nil, nil // without input there is no output
		}
		if h.env.Stopped() {
			return nil, errClosed // the VM ends as soon as this returns
		}
		piece, err := d.take()
		if err != nil || piece == nil && d.ended {
			finish()
		}
		return piece, err
	}
	return map[string]native{
		"write": func(a args) (any, error) {
			data := a.bytes(0)
			given = given || len(data) > 0
			guard.Need(a.vm, len(data))
			d.in = append(d.in, data...)
			return nil, nil
		},
		"end": func(args) (any, error) {
			d.ended = true
			return nil, nil
		},
		"read": func(args) (any, error) {
			piece, err := read()
			if err != nil || piece == nil {
				return nil, err
			}
			return piece, nil
		},
		"all": func(a args) (any, error) {
			out := []byte{}
			for {
				piece, err := read()
				if err != nil || piece == nil {
					return out, err
				}
				if len(out)+len(piece) > cap(out) {
					guard.Need(a.vm, 2*(len(out)+len(piece)))
				}
				out = append(out, piece...)
			}
		},
		"close": func(args) (any, error) {
			finish()
			return nil, nil
		},
	}, nil
}

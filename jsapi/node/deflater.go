// This file compresses with Deflate as node:zlib does: in three formats, with flushes of several kinds, and with options that change on
// the way.

package node

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash"
	"hash/adler32"
	"hash/crc32"
)

// The kinds of flushes, as node:zlib numbers them. What a partial flush and a block end with has no whole bytes in zlib; here they
// are flushes that end with a whole byte.
const (
	noFlush   = 0
	fullFlush = 3
	finish    = 4
)

// window is how far back Deflate refers.
const window = 32 << 10

// deflater writes Deflate data in one of the formats "gzip", "zlib" and "raw".
type deflater struct {
	out        *bytes.Buffer
	format     string
	level      int
	dictionary []byte
	w          *flate.Writer // nil before the first output
	sum        hash.Hash32
	size       uint32
	last       []byte // what the next data may refer to, after the level has changed; at most two windows
	pending    bool   // something was written after the last flush
	ended      bool
}

func newDeflater(out *bytes.Buffer, format string, level int, dictionary []byte) *deflater {
	d := &deflater{out: out, format: format, level: level, dictionary: dictionary, sum: crc32.NewIEEE()}
	if format == "zlib" {
		d.sum = adler32.New()
	}
	return d
}

// begin writes the header before the first output.
func (d *deflater) begin() error {
	if d.w != nil {
		return nil
	}
	switch d.format {
	case "gzip":
		speed := map[int]byte{flate.BestCompression: 2, flate.BestSpeed: 4, flate.HuffmanOnly: 4, flate.NoCompression: 4}[d.level]
		d.out.Write([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, speed, 3}) // the system is Unix
	case "zlib":
		head := uint16(0x7800)
		switch {
		case d.level == flate.DefaultCompression || d.level == 6:
			head |= 2 << 6
		case d.level > 6:
			head |= 3 << 6
		case d.level > 1:
			head |= 1 << 6
		}
		if d.dictionary != nil {
			head |= 1 << 5
		}
		head += 31 - head%31
		d.out.Write(binary.BigEndian.AppendUint16(nil, head))
		if d.dictionary != nil {
			d.out.Write(binary.BigEndian.AppendUint32(nil, adler32.Checksum(d.dictionary)))
		}
	}
	d.last = bytes.Clone(d.dictionary[max(0, len(d.dictionary)-window):])
	return d.restart()
}

// restart makes the compressor that writes what follows.
func (d *deflater) restart() (err error) {
	d.w, err = flate.NewWriterDict(d.out, d.level, d.last[max(0, len(d.last)-window):])
	return err
}

// Write implements io.Writer. What comes after the end is dropped, as in zlib.
func (d *deflater) Write(p []byte) (int, error) {
	if d.ended {
		return len(p), nil
	}
	if err := d.begin(); err != nil {
		return 0, err
	}
	d.pending = true
	d.sum.Write(p)
	d.size += uint32(len(p)) //nolint:gosec // the format has the size modulo 2**32
	d.last = append(d.last, p[max(0, len(p)-window):]...)
	if len(d.last) > 2*window {
		d.last = append(d.last[:0], d.last[len(d.last)-window:]...)
	}
	return d.w.Write(p)
}

// flush writes all that was compressed so far. After a full flush nothing refers to it.
func (d *deflater) flush(kind int) error {
	if d.ended || kind == noFlush {
		return nil
	}
	if err := d.begin(); err != nil {
		return err
	}
	if kind == finish {
		return d.Close()
	}
	d.pending = false
	if err := d.w.Flush(); err != nil || kind != fullFlush {
		return err
	}
	d.last = d.last[:0]
	return d.restart()
}

// setLevel changes the level for what follows. That of gzip stays, as in Node.
func (d *deflater) setLevel(level int) error {
	if d.format == "gzip" {
		return nil
	}
	d.level = level
	if d.w == nil || d.ended {
		return nil
	}
	if d.pending {
		if err := d.Flush(); err != nil {
			return err
		}
	}
	return d.restart()
}

// Flush implements flusher.
func (d *deflater) Flush() error { return d.flush(fullFlush - 1) }

// Close implements flusher.
func (d *deflater) Close() error {
	if d.ended {
		return nil
	}
	if err := d.begin(); err != nil {
		return err
	}
	d.ended = true
	if err := d.w.Close(); err != nil {
		return err
	}
	switch d.format {
	case "gzip":
		d.out.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, d.sum.Sum32()), d.size))
	case "zlib":
		d.out.Write(binary.BigEndian.AppendUint32(nil, d.sum.Sum32()))
	}
	return nil
}

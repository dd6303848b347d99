// This file has frames, the messages between two processes.

package worker

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Kinds of frames.
const (
	kindCall   = iota // a call of a method; its number is that of the answer
	kindResult        // the result of the call with this number
	kindFailed        // the call with this number returned an error, which is the body
	kindCancel        // the context of the call with this number has ended; the body is the cause
)

// frame is a message: the length of the body (4 bytes), the kind (1), the method (1), the number of the call (8), and the body. Numbers are big-endian.
type frame struct {
	kind, method byte
	id           uint64
	body         []byte
}

const headSize = 14

// MaxFrame is the default limit of the size of a body, in bytes.
const MaxFrame = 256 << 20

// largePart is from which size on the parts of a body are written one by one, and not copied into one piece.
const largePart = 64 << 10

// write writes a frame whose body consists of parts.
func (f *frame) write(w io.Writer, parts ...[]byte) error {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	data := make([]byte, headSize, headSize+min(n, largePart))
	binary.BigEndian.PutUint32(data, uint32(n))
	data[4], data[5] = f.kind, f.method
	binary.BigEndian.PutUint64(data[6:], f.id)
	for _, part := range parts {
		if len(data)+len(part) <= headSize+largePart {
			data = append(data, part...)
			continue
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
		data = data[:0]
		if len(part) < largePart {
			data = append(data, part...)
		} else if _, err := w.Write(part); err != nil {
			return err
		}
	}
	_, err := w.Write(data)
	return err
}

// readHead reads the head of a frame, and returns the length of its body.
func (f *frame) readHead(r io.Reader, most int) (int, error) {
	var head [headSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, err
	}
	n := binary.BigEndian.Uint32(head[:])
	f.kind, f.method, f.id = head[4], head[5], binary.BigEndian.Uint64(head[6:])
	if int64(n) > int64(most) {
		return 0, fmt.Errorf("a message has %d bytes, and at most %d are allowed", n, most)
	}
	if f.kind > kindCancel {
		return 0, fmt.Errorf("a message is of the unknown kind %d", f.kind)
	}
	return int(n), nil
}

// readBody reads a body of n bytes, which are counted already. A body that grew with the bytes that have arrived would be in memory twice.
func (f *frame) readBody(r io.Reader, n int) error {
	f.body = make([]byte, n)
	_, err := io.ReadFull(r, f.body)
	return err
}

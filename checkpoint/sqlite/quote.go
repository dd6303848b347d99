// This file encodes values that belong to no channel: those of pending writes and of questions. What they share with
// a checkpoint's values is not stored again but quoted.

package sqlite

import (
	"bytes"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Kinds of values.
const (
	valueNone    = iota // the zero Blob
	valueLiteral        // the value is here
	valueQuote          // a slot's value contains it
	valueBlob           // it is in the table blobs
	valueTyped   = 1 << 2
)

// quoted is a value that was not put together yet.
type quoted struct {
	kind      uint64
	typ       string
	pre, post []byte // valueLiteral: pre is all
	index     int    // valueQuote: the slot,
	off, n    int    // and the part of its value between pre and post
	blob      int64
}

// quoteFrom finds a value of r that is in b, or one that b is in. r may be nil.
func quoteFrom(r *row, b checkpoint.Blob) *quoted {
	if r == nil || len(b.Data) < minHeld {
		return nil
	}
	var best *quoted
	for i := range r.slots {
		s := &r.slots[i]
		if s.kind != slotInline && s.kind != slotHeld || len(s.data) < minHeld {
			continue
		}
		if best != nil && best.n >= min(len(s.data), len(b.Data)) {
			continue
		}
		if at := bytes.Index(s.data, b.Data); at >= 0 {
			best = &quoted{index: i, off: at, n: len(b.Data)}
		} else if at := bytes.Index(b.Data, s.data); at >= 0 {
			best = &quoted{index: i, n: len(s.data), pre: b.Data[:at], post: b.Data[at+len(s.data):]}
		}
	}
	if best != nil && len(best.pre)+len(best.post) > maxInline {
		return nil
	}
	return best
}

// encodeValue writes b, as q if that is not nil, as a blob if it is longer than limit.
func (w *writer) encodeValue(e *encoder, t *threadState, b checkpoint.Blob, q *quoted, limit int) {
	kind := uint64(valueLiteral)
	switch {
	case b.IsZero():
		e.uint(valueNone)
		return
	case q != nil:
		kind = valueQuote
	case len(b.Data) > limit:
		kind = valueBlob
	}
	if b.Type != checkpoint.TypeJSON {
		e.uint(kind | valueTyped)
		e.name(b.Type)
	} else {
		e.uint(kind)
	}
	switch kind {
	case valueLiteral:
		e.bytes(b.Data)
	case valueQuote:
		e.uint(uint64(q.index))
		e.uint(uint64(q.off))
		e.uint(uint64(q.n))
		e.bytes(q.pre)
		e.bytes(q.post)
	case valueBlob:
		n, err := w.putBlob(t, 0, b.Data)
		if err != nil {
			e.err = err
		}
		e.uint(uint64(n))
	}
}

// value reads what encodeValue wrote.
func (d *decoder) value() (q quoted) {
	tag := d.uint()
	q.kind = tag &^ valueTyped
	if q.kind != valueNone {
		q.typ = checkpoint.TypeJSON
	}
	if tag&valueTyped != 0 {
		q.typ = d.name()
	}
	switch q.kind {
	case valueNone:
	case valueLiteral:
		q.pre = d.bytes()
	case valueQuote:
		q.index, q.off, q.n = int(d.uint()), int(d.uint()), int(d.uint())
		q.pre, q.post = d.bytes(), d.bytes()
		if q.index < 0 || q.off < 0 || q.n < 0 {
			d.fail(errDamaged)
		}
	case valueBlob:
		q.blob = int64(d.uint())
	default:
		d.fail(errDamaged)
	}
	return q
}

// whole puts q together. source returns what slot index holds that q quotes.
func (v *values) whole(d *decoder, q quoted, source func(index int) ([]byte, error)) checkpoint.Blob {
	if d.err != nil {
		return checkpoint.Blob{}
	}
	b := checkpoint.Blob{Type: q.typ}
	var err error
	switch q.kind {
	case valueLiteral:
		b.Data = q.pre
	case valueQuote:
		var data []byte
		data, err = source(q.index)
		if err == nil && q.off > len(data)-q.n {
			err = errDamaged
		}
		if err == nil {
			err = v.c.Charge(len(q.pre) + q.n + len(q.post))
		}
		if err == nil {
			b.Data = make([]byte, 0, len(q.pre)+q.n+len(q.post))
			b.Data = append(append(append(b.Data, q.pre...), data[q.off:q.off+q.n]...), q.post...)
		}
	case valueBlob:
		b.Data, err = v.c.blobData(v.threadRow, q.blob)
	}
	if err != nil {
		d.fail(err)
	}
	return b
}

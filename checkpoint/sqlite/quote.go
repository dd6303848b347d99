// This file encodes values that belong to no channel: those of pending writes and of questions. What they share with
// a checkpoint's values is not stored again but quoted.

package sqlite

import (
	"bytes"
	"encoding/hex"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Kinds of values.
const (
	valueNone    = iota // the zero Blob
	valueLiteral        // the value is here
	valueQuote          // a slot's value contains it
	valueBlob           // it is in the table blobs
	valueTyped   = 1 << 2
	valueIDs     = 1 << 3 // the text, or the part before the quoted one, has its two ids packed (see packIDs)
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

// Each question is a JSON object that begins with the id of the question, and has the id of its task, by which its row is found, in its
// namespace.
const (
	beforeID = `{"id":"`
	afterID  = len(beforeID) + 32 // hexadecimal digits
)

// packedIDs is the text of a question without its two ids.
type packedIDs struct {
	id   []byte
	rest []byte // after the id, without the task
	at   int    // where in rest the task was
}

// packIDs returns nil if text is not such an object.
func packIDs(text []byte, task string) *packedIDs {
	if task == "" || len(text) <= afterID || !bytes.HasPrefix(text, []byte(beforeID)) {
		return nil
	}
	digits, rest := text[len(beforeID):afterID], text[afterID:]
	at := bytes.Index(rest, []byte(task))
	id, err := hex.DecodeString(string(digits))
	if at < 0 || err != nil || !bytes.Equal(digits, bytes.ToLower(digits)) {
		return nil
	}
	return &packedIDs{id: id, rest: slices.Concat(rest[:at], rest[at+len(task):]), at: at}
}

// text returns what packIDs got.
func (p packedIDs) text(task string) []byte {
	b := make([]byte, 0, afterID+len(p.rest)+len(task))
	b = hex.AppendEncode(append(b, beforeID...), p.id)
	return append(append(append(b, p.rest[:p.at]...), task...), p.rest[p.at:]...)
}

// encodeValue writes b, as q if that is not nil, as a blob if it is longer than limit.
func (w *writer) encodeValue(e *encoder, t *threadState, b checkpoint.Blob, q *quoted, limit int) {
	kind, text := uint64(valueLiteral), b.Data
	switch {
	case b.IsZero():
		e.uint(valueNone)
		return
	case q != nil:
		kind, text = valueQuote, q.pre
	case len(b.Data) > limit:
		kind, text = valueBlob, nil
	}
	tag, ids := kind, packIDs(text, e.task)
	if ids != nil {
		tag |= valueIDs
	}
	if b.Type != checkpoint.TypeJSON {
		e.uint(tag | valueTyped)
		e.name(b.Type)
	} else {
		e.uint(tag)
	}
	if ids != nil {
		e.b = append(e.b, ids.id...)
		e.uint(uint64(ids.at))
		text = ids.rest
	}
	switch kind {
	case valueLiteral:
		e.bytes(text)
	case valueQuote:
		e.uint(uint64(q.index))
		e.uint(uint64(q.off))
		e.uint(uint64(q.n))
		e.bytes(text)
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
	q.kind = tag &^ (valueTyped | valueIDs)
	if q.kind != valueNone {
		q.typ = checkpoint.TypeJSON
	}
	if tag&valueTyped != 0 {
		q.typ = d.name()
	}
	var ids packedIDs
	if tag&valueIDs != 0 {
		ids.id, ids.at = d.take(uint64(afterID-len(beforeID))/2), int(d.uint())
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
	if tag&valueIDs != 0 && d.err == nil {
		if ids.rest = q.pre; ids.at < 0 || ids.at > len(ids.rest) {
			d.fail(errDamaged)
			return q
		}
		q.pre = ids.text(d.task)
	}
	return q
}

// written reads the value of a pending write to a channel.
func (v *values) written(d *decoder, channel string, source func(index int) ([]byte, error)) checkpoint.Blob {
	q := d.value()
	if d.err == nil && q.large() && v.brief.Write(channel) {
		return checkpoint.Blob{Type: q.typ, Data: []byte("null")}
	}
	return v.whole(d, q, source)
}

// large reports whether a value is not stored with what it belongs to.
func (q *quoted) large() bool { return q.kind == valueBlob || q.n > maxInline }

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

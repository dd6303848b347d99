// This file stores the bodies of events. A large body has the same text as the one before it in most places: the state of a
// thread, after a step that changed a field. So a row has only what is new, and says where the rest is.

package sqlite

import (
	"cmp"
	"database/sql/driver"
	"encoding/binary"
	"slices"

	"github.com/hitlrun/hitlrun/dbfile"
)

// A body that shares text, or that begins with the byte 0, is stored in pieces: the byte 0, the number of pieces, the pieces, and the
// new text. The body is the text of its pieces, one after the other. A piece is stored as the distance in events to the event that has
// its text (0: this one), its length, and, unless the distance is 0, its offset in the new text of that event. Other bodies are stored
// as they are, and all of their text is new.
const inPieces = 0

const (
	minShared   = 16 << 10 // a smaller body is stored as it is
	bytesAPiece = 4 << 10  // the least average size of the pieces of a body, because reading a body looks up each piece
	maxRecent   = 4        // how many bodies of a thread are compared with a new one
	maxBody     = 1 << 30  // a larger one is not stored: SQLite takes no row of that size
)

// piece is a part of a body: the n bytes at offset at of the body are those at offset off of the new text of event seq.
type piece struct {
	at     int
	seq    int64
	off, n int
}

// recentEvents has, for each thread, the numbers of the events with whose bodies the next body is compared, the newest first. It is a
// cache of one writer. If such an event was deleted or replaced, the next body finds less shared text, and nothing else.
type recentEvents map[int64][]int64

// add adds event seq, which has a large body. It replaces event from, with which seq shares text; 0 means none.
func (r recentEvents) add(thread, seq, from int64) {
	if r[thread] == nil && len(r) >= maxRemembered {
		clear(r)
	}
	list := slices.DeleteFunc(r[thread], func(other int64) bool { return other == from })
	r[thread] = slices.Insert(list[:min(len(list), maxRecent-1)], 0, seq)
}

// appendPart appends the pieces that make up the n bytes at offset off of a body whose pieces are of.
func appendPart(to, of []piece, off, n int) []piece {
	first, _ := slices.BinarySearchFunc(of, off, func(p piece, off int) int { return cmp.Compare(p.at+p.n-1, off) })
	for _, p := range of[first:] {
		if n == 0 {
			break
		}
		skip := off - p.at
		part := piece{seq: p.seq, off: p.off + skip, n: min(p.n-skip, n)}
		off, n = off+part.n, n-part.n
		to = appendPiece(to, part)
	}
	return to
}

// appendPiece appends a piece, or makes the last one longer.
func appendPiece(to []piece, p piece) []piece {
	last := len(to) - 1
	if last >= 0 && to[last].seq == p.seq && to[last].off+to[last].n == p.off {
		to[last].n += p.n
		return to
	}
	if last >= 0 {
		p.at = to[last].at + to[last].n
	}
	return append(to, p)
}

// encodePieces returns the column of a body with these pieces; fresh is the new text.
func encodePieces(seq int64, pieces []piece, fresh ...[]byte) []byte {
	b := binary.AppendUvarint([]byte{inPieces}, uint64(len(pieces)))
	for _, p := range pieces {
		b = binary.AppendUvarint(b, uint64(seq-p.seq))
		b = binary.AppendUvarint(b, uint64(p.n))
		if p.seq != seq {
			b = binary.AppendUvarint(b, uint64(p.off))
		}
	}
	return slices.Concat(append([][]byte{b}, fresh...)...)
}

// decodePieces reads the column of the body of event seq: its pieces, and the text that is new in it.
func decodePieces(seq int64, stored []byte) (pieces []piece, fresh []byte, err error) {
	if len(stored) == 0 || stored[0] != inPieces {
		return []piece{{seq: seq, n: len(stored)}}, stored, nil
	}
	d := decoder{b: stored[1:]}
	at, own := 0, 0
	for range d.count(2, 40) {
		back, n := d.uint(), d.uint()
		p := piece{at: at, seq: seq - int64(min(back, maxBody)), off: own, n: int(min(n, maxBody+1))}
		if back == 0 {
			own += p.n
		} else {
			p.off = int(min(d.uint(), maxBody+1))
		}
		at += p.n
		pieces = append(pieces, p)
	}
	if d.err == nil && own != len(d.b) {
		d.err = errDamaged
	}
	return pieces, d.b, d.err
}

// maxFresh is how many bytes of other events a reader remembers.
const maxFresh = 64 << 20

// eventReader reads the bodies of events of a thread. It caches the new text of events.
type eventReader struct {
	c      *conn
	thread int64
	fresh  map[int64][]byte // the text that was new in an event
	held   int              // how many bytes it has
	bytes  int64            // of the bodies so far, and of the texts that were read for them
}

// read returns the body of an event and the pieces it has; nil if there is no such event.
func (r *eventReader) read(seq int64) (body []byte, pieces []piece, err error) {
	stored, err := r.stored(seq)
	if stored == nil || err != nil {
		return nil, nil, err
	}
	return r.body(seq, stored)
}

// stored returns the column of the body of an event; nil if there is no such event.
func (r *eventReader) stored(seq int64) ([]byte, error) {
	var v [1]driver.Value
	ok, err := r.c.Row(v[:], "SELECT body FROM events WHERE thread = ? AND seq = ?", r.thread, seq)
	if !ok || err != nil {
		return nil, err
	}
	return r.c.open("events.body", r.thread, dbfile.Blob(v[0]))
}

// body returns the body of event seq with that column, and the pieces it has.
func (r *eventReader) body(seq int64, stored []byte) (body []byte, pieces []piece, err error) {
	pieces, fresh, err := decodePieces(seq, stored)
	if err != nil {
		return nil, nil, err
	}
	if len(pieces) > 1 || len(stored) >= minShared {
		r.remember(seq, fresh)
	}
	if len(pieces) == 1 && pieces[0].seq == seq {
		r.bytes += int64(len(fresh))
		return fresh, pieces, nil
	}
	total := 0
	defer func() { r.bytes += int64(len(body)) }()
	for _, p := range pieces {
		if total += p.n; total > maxBody {
			return nil, nil, errDamaged
		}
	}
	body = make([]byte, 0, total)
	for _, p := range pieces {
		text := fresh
		if p.seq != seq {
			if text, err = r.freshOf(p.seq); err != nil {
				return nil, nil, err
			}
		}
		if p.off > len(text) || p.n > len(text)-p.off {
			return nil, nil, errDamaged
		}
		body = append(body, text[p.off:p.off+p.n]...)
	}
	return body, pieces, nil
}

// freshOf returns the text that was new in an event.
func (r *eventReader) freshOf(seq int64) ([]byte, error) {
	if fresh, known := r.fresh[seq]; known {
		return fresh, nil
	}
	stored, err := r.stored(seq)
	if err == nil && stored == nil {
		err = errDamaged
	}
	if err != nil {
		return nil, err
	}
	_, fresh, err := decodePieces(seq, stored)
	r.remember(seq, fresh)
	r.bytes += int64(len(stored))
	return fresh, err
}

// cost returns how many bytes it takes to read the body of event seq with that column: those of the body, and of the texts that are not
// remembered.
func (r *eventReader) cost(seq int64, stored []byte) (n int64, err error) {
	pieces, _, err := decodePieces(seq, stored)
	if err != nil {
		return 0, err
	}
	counted := map[int64]bool{seq: true}
	for _, p := range pieces {
		n += int64(p.n)
		if _, known := r.fresh[p.seq]; known || counted[p.seq] {
			continue
		}
		counted[p.seq] = true
		size, err := r.c.Number("SELECT length(body) FROM events WHERE thread = ? AND seq = ?", r.thread, p.seq)
		if err != nil {
			return 0, err
		}
		n += size
	}
	return n, nil
}

func (r *eventReader) remember(seq int64, fresh []byte) {
	if len(fresh) > maxFresh {
		return // it is one piece in most cases, which is read as a whole
	}
	if r.fresh == nil || r.held+len(fresh) > maxFresh {
		r.fresh, r.held = map[int64][]byte{}, 0
	}
	if _, known := r.fresh[seq]; !known {
		r.fresh[seq] = fresh
		r.held += len(fresh)
	}
}

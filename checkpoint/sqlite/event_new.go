// This file makes the column of the body of a new event, which has only the text that is in no recent event of the thread.

package sqlite

import (
	"runtime/debug"
	"slices"
)

// longFresh is the length of a new text for which all recent events are compared with a body, though it shares half of its text with some.
const longFresh = 1 << 20

// maxGarbage is the size in bytes from which a body is freed at once: else it would be there beside the next one.
const maxGarbage = 16 << 20

// eventBody returns the column of the body of event seq, which has these parts. It has one recent body in memory at a time.
func (w *writer) eventBody(thread, seq int64, parts [][]byte) ([]byte, error) {
	b := bodyFrom(seq, parts)
	if b.size < minShared || b.size > maxBody {
		return b.whole(), nil
	}
	with := int64(0)
	for _, from := range w.recent[thread] {
		r := eventReader{c: w.c, thread: thread}
		base, pieces, err := r.read(from)
		if err != nil {
			return nil, err
		}
		if b.share(base, pieces) && with == 0 {
			with = from
		}
		if len(base) > maxGarbage {
			debug.FreeOSMemory()
		}
		if fresh, longest := b.fresh(); fresh <= b.size/2 && longest <= longFresh {
			break
		}
	}
	if fresh, _ := b.fresh(); fresh > b.size/2 {
		w.recent.add(thread, seq, 0)
		return b.whole(), nil
	}
	w.recent.add(thread, seq, with)
	return b.column(), nil
}

// newBody is the body of an event that is about to be stored.
type newBody struct {
	seq   int64
	size  int
	parts [][]byte // all of it
	texts []newText
}

// newText is a part of a new body: its text, or, if that is in other events, its pieces.
type newText struct {
	text   []byte
	pieces []piece
}

func bodyFrom(seq int64, parts [][]byte) *newBody {
	b := &newBody{seq: seq, parts: parts}
	for _, part := range parts {
		b.size += len(part)
		b.texts = append(b.texts, newText{text: part})
	}
	return b
}

// fresh returns how many bytes of the body are in no other event as far as is known, and the length of the longest text of them.
func (b *newBody) fresh() (all, longest int) {
	for i := range b.texts {
		if n := len(b.texts[i].text); b.texts[i].pieces == nil {
			all, longest = all+n, max(longest, n)
		}
	}
	return all, longest
}

// share finds what is new in the body so far in base, whose pieces are of. It reports whether it found enough to make a difference.
func (b *newBody) share(base []byte, of []piece) bool {
	before, _ := b.fresh()
	with := newBody{seq: b.seq, size: b.size, parts: b.parts}
	pieces := 0
	for _, t := range b.texts {
		if t.pieces != nil || len(t.text) < sharedBlock {
			with.texts = append(with.texts, t)
			pieces += max(len(t.pieces), 1)
			continue
		}
		at := 0
		for _, m := range append(sharedText(base, t.text, len(t.text)/2), match{at: len(t.text)}) {
			if m.at > at {
				with.texts = append(with.texts, newText{text: t.text[at:m.at]})
				pieces++
			}
			if m.n > 0 {
				shared := newText{text: t.text[m.at : m.at+m.n], pieces: appendPart(nil, of, m.from, m.n)}
				with.texts = append(with.texts, shared)
				pieces += len(shared.pieces)
			}
			at = m.at + m.n
			if pieces > b.size/bytesAPiece {
				return false
			}
		}
	}
	after, _ := with.fresh()
	if before-after < minShared/2 {
		return false
	}
	*b = with
	return true
}

// whole returns the column of a body that shares no text.
func (b *newBody) whole() []byte {
	text := b.parts[0]
	if len(b.parts) > 1 {
		text = slices.Concat(b.parts...)
	}
	if len(text) > 0 && text[0] == inPieces {
		return encodePieces(b.seq, []piece{{seq: b.seq, n: len(text)}}, text)
	}
	return bodyOf(text)
}

// column returns the column of a body that shares text.
func (b *newBody) column() []byte {
	var pieces []piece
	var fresh [][]byte
	n := 0
	for _, t := range b.texts {
		if t.pieces == nil && len(t.text) > 0 {
			pieces = appendPiece(pieces, piece{seq: b.seq, off: n, n: len(t.text)})
			fresh = append(fresh, t.text)
			n += len(t.text)
		}
		for _, p := range t.pieces {
			pieces = appendPiece(pieces, p)
		}
	}
	return encodePieces(b.seq, pieces, fresh...)
}

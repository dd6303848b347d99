// This file encodes values that have large texts without copying these.

package server

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strconv"
)

// largeText is from which size in bytes on a text is not copied when what has it is encoded.
const largeText = 64 << 10

// splices has the large texts of a value that is encoded. The zero value has none.
type splices struct{ marks, texts []json.RawMessage }

// put returns what takes the place of a JSON text until split; a small text itself. Texts are put in the order in which they are encoded.
func (p *splices) put(text json.RawMessage) json.RawMessage {
	if len(text) < largeText {
		return text
	}
	mark := newMark()
	p.marks, p.texts = append(p.marks, mark), append(p.texts, text)
	return mark
}

// split returns the encoded value in parts: the large texts are parts of their own.
func (p *splices) split(encoded []byte) (parts [][]byte) {
	for i, mark := range p.marks {
		head, rest, _ := bytes.Cut(encoded, mark)
		parts, encoded = append(parts, slices.Clip(head), p.texts[i]), rest
	}
	return append(parts, encoded)
}

// newMark returns a JSON text that no other text is like.
func newMark() json.RawMessage { return json.RawMessage(strconv.Quote("values-" + rand.Text())) }

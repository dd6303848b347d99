// This file writes responses that are lists of large elements. It holds a part of the list in memory, not all of it.

package server

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// pieceBytes is the size in bytes from which a part of a list is sent.
const pieceBytes = 1 << 20

// arrayWriter writes a response that is a JSON array.
type arrayWriter struct {
	w    http.ResponseWriter
	in   string // name of the field that has the array; "" for a response that is the array itself
	part bytes.Buffer
	n    int
	sent bool
}

// add adds an element. Until the first part is sent, the response can still become an error.
func (a *arrayWriter) add(v any) error {
	a.next()
	a.part.Write(encode(v))
	if a.part.Len() < pieceBytes {
		return nil
	}
	return a.send()
}

// addState adds what show returns, which may have the values of a state that a field has.
func (a *arrayWriter) addState(show func() any, field *json.RawMessage) error {
	if len(*field) <= smallRead {
		return a.add(show())
	}
	a.next()
	head, values, tail := encodeAround(show, field)
	a.part.Write(head)
	if err := a.send(); err != nil {
		return err
	}
	within(a.w, len(values))
	if _, err := a.w.Write(values); err != nil {
		return gone(err)
	}
	a.part.Write(tail)
	return nil
}

// next begins an element.
func (a *arrayWriter) next() {
	if a.n++; a.n == 1 {
		a.begin()
	} else {
		a.part.WriteByte(',')
	}
}

// end sends the rest of the array.
func (a *arrayWriter) end() error {
	if a.n == 0 {
		a.begin()
	}
	a.part.WriteByte(']')
	if a.in != "" {
		a.part.WriteByte('}')
	}
	return a.send()
}

func (a *arrayWriter) begin() {
	if a.in != "" {
		a.part.WriteString(`{"` + a.in + `":`)
	}
	a.part.WriteByte('[')
}

func (a *arrayWriter) send() error {
	if !a.sent {
		a.sent = true
		a.w.Header().Set("Content-Type", "application/json")
		a.w.WriteHeader(http.StatusOK)
	}
	within(a.w, a.part.Len())
	_, err := a.w.Write(a.part.Bytes())
	if a.part.Reset(); a.part.Cap() > 2*pieceBytes {
		a.part = bytes.Buffer{} // the next elements may be small
	}
	return gone(err)
}

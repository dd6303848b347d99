// This file writes responses that are lists of large elements. It holds a part of the list in memory, not all of it.

package server

import (
	"bytes"
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
	if a.n++; a.n == 1 {
		a.begin()
	} else {
		a.part.WriteByte(',')
	}
	a.part.Write(encode(v))
	if a.part.Len() < pieceBytes {
		return nil
	}
	return a.send()
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
	a.part.Reset()
	return gone(err)
}

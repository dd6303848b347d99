// This file reads the bodies of requests into bounded memory.

package server

import (
	"errors"
	"io"
	"net/http"
)

// body reads the body of a request. The caller calls done when it is decoded.
func (s *Server) body(w http.ResponseWriter, r *http.Request) (data []byte, done func(), err error) {
	from := http.MaxBytesReader(w, r.Body, s.o.MaxBody)
	switch n := r.ContentLength; {
	case n < 0:
		data, done, err = s.unsized(w, r, nil, from)
	case n > largeBody:
		if done, err = s.holdBody(w, r, min(n, s.o.MaxBody)); err != nil {
			return nil, nil, err
		}
		data, err = readBody(nil, from, min(n, s.o.MaxBody+1)) // the reader refuses the last byte
	case n > 0:
		if done, err = s.holdSmall(w, r, n); err != nil {
			return nil, nil, err
		}
		data, err = readBody(nil, from, n)
	default:
		return nil, func() {}, nil
	}
	if err == nil {
		return data, done, nil
	}
	done()
	if errors.Is(err, errNoRoom) || r.Context().Err() != nil && errors.Is(err, r.Context().Err()) {
		return nil, nil, err
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, nil, errorf(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes", s.o.MaxBody)
	}
	return nil, nil, errorf(http.StatusBadRequest, "the body did not arrive whole")
}

// holdSmall waits until there is memory for a body of at most largeBody bytes: in the part of the client, and then in that of all.
func (s *Server) holdSmall(w http.ResponseWriter, r *http.Request, n int64) (done func(), err error) {
	part, err := s.arriving.Take(r.Context(), callerOf(r).client, n)
	if err != nil {
		return nil, err
	}
	free, err := s.room(w, r, s.allArriving, n)
	if err != nil {
		part.Free()
		return nil, err
	}
	return func() { free(); part.Free() }, nil
}

// unsized reads what is left of a body or a message of unknown size, which begins with data, into the memory for small bodies, and
// then into that for large ones. It reads at most one byte more than a body may have. The caller has a turn, and calls done, also after
// an error.
func (s *Server) unsized(w http.ResponseWriter, r *http.Request, data []byte, from io.Reader) (whole []byte, done func(), err error) {
	done, err = s.room(w, r, s.allArriving, largeBody)
	if err != nil {
		return nil, func() {}, err
	}
	if data, err = readBody(data, from, largeBody); err != nil || len(data) < largeBody {
		return data, done, err
	}
	small := done
	free, err := s.holdBody(w, r, s.o.MaxBody)
	if small(); err != nil {
		return nil, func() {}, err
	}
	data, err = readBody(data, from, s.o.MaxBody+1)
	return data, free, err
}

// readBody reads from r until data has n bytes, or r ends. It takes memory only for bytes that have arrived, and after an error has
// none: what breaks off is not copied.
func readBody(data []byte, r io.Reader, n int64) ([]byte, error) {
	const first = 64 << 10
	for int64(len(data)) < n {
		if len(data) == cap(data) {
			larger := make([]byte, len(data), min(max(2*int64(cap(data)), first), n))
			copy(larger, data)
			data = larger
		}
		m, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+m]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

// This file bounds the memory for the headers of requests, which arrive before anybody knows who sends them.

package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
)

// Bounds of headers.
const (
	maxAllHeaders  = 64 << 20 // bytes of memory for the headers of all requests, beyond what each has in any case
	maxHeaderLines = 1000
	headerLine     = 200     // bytes of memory for a line, beside its text
	usualHeader    = 4 << 10 // bytes of memory for a header that are not counted
)

var errHeader = errors.New("the header of the request is too large, or others send many large ones")

// headers has the connections of a server. While all headers together are larger than maxAllHeaders, it closes the connection with the
// largest of those that are still arriving. Its methods are safe for concurrent use.
type headers struct {
	most int

	mu       sync.Mutex
	used     int
	arriving map[*headerConn]bool
}

func newHeaders(most int) *headers { return &headers{most: most, arriving: map[*headerConn]bool{}} }

// serveWith has a server count the headers of its requests. The server must use the connections of listener.
func (h *headers) serveWith(s *http.Server) {
	s.ConnState = func(c net.Conn, state http.ConnState) {
		if c, ok := c.(*headerConn); ok && (state == http.StateIdle || state == http.StateClosed) {
			h.next(c, state == http.StateClosed)
		}
	}
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, headersKey{}, c) }
	handler := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(headersKey{}).(*headerConn); ok {
			h.arrived(c)
		}
		handler.ServeHTTP(w, r)
	})
}

type headersKey struct{}

// listener returns l with connections whose headers are counted.
func (h *headers) listener(l net.Listener) net.Listener { return &headerListener{l, h} }

type headerListener struct {
	net.Listener
	of *headers
}

func (l *headerListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	counted := &headerConn{Conn: c, of: l.of}
	l.of.next(counted, false)
	return counted, nil
}

// headerConn is a connection. The fields are those of the header that arrives or has arrived; headers.mu guards them.
type headerConn struct {
	net.Conn
	of *headers

	lines int
	start bool // whether the next byte is the first of a line
	size  int  // bytes of memory
	taken int  // of headers.used
}

func (c *headerConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && !c.of.add(c, p[:n]) {
		return 0, errHeader // the server answers with status 400
	}
	return n, err
}

// Close gives the memory of the header back, also for a connection that the server has given away.
func (c *headerConn) Close() error {
	c.of.next(c, true)
	return c.Conn.Close()
}

// next forgets the last header of a connection, and expects another one unless the connection is closed.
func (h *headers) next(c *headerConn, closed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.used -= c.taken
	c.lines, c.start, c.size, c.taken = 0, false, 0, 0
	if closed {
		delete(h.arriving, c)
	} else {
		h.arriving[c] = true
	}
}

// arrived says that the header of a connection is complete, also one that came together with the request before it. Its memory is in use until
// the request ends.
func (h *headers) arrived(c *headerConn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.arriving, c)
}

// add counts what a connection has received. It returns false if the connection must be closed.
func (h *headers) add(c *headerConn, data []byte) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.arriving[c] {
		return true // the body of a request, or data of a WebSocket
	}
	end := c.read(data)
	if end {
		delete(h.arriving, c)
	}
	if c.lines > maxHeaderLines {
		return false
	}
	more := max(0, c.size-usualHeader) - c.taken
	c.taken += more
	h.used += more
	for h.used > h.most {
		largest := c
		for other := range h.arriving {
			if other.taken > largest.taken {
				largest = other
			}
		}
		if largest == c {
			return false
		}
		h.used -= largest.taken
		largest.taken = 0
		delete(h.arriving, largest)
		_ = largest.Conn.Close()
	}
	return true
}

// read counts the part of the header in what has arrived, and reports whether the header ends in it: with an empty line.
func (c *headerConn) read(data []byte) (end bool) {
	for i, b := range data {
		c.size++
		switch {
		case b == '\n':
			if c.start {
				return true
			}
			c.lines++
			c.size += headerLine
			c.start = true
		case b != '\r' || !c.start || i+1 < len(data) && data[i+1] != '\n':
			c.start = false
		}
	}
	return false
}

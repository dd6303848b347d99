// This file is the Go side of node:net: connections. Goroutines connect, read and write, and post their
// results to the loop.

package node

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// maxSockets is the number of connections that a VM may have at the same time.
const maxSockets = 1024

// attemptTime is the time after which the next one of several addresses is tried, as in Node.
const attemptTime = 250 * time.Millisecond

// errPending is the error for an operation on a connection while the same operation is pending. The modules begin one at a time.
var errPending = errors.New("the operation is pending on this connection")

// netNatives are connect(options, done) → handle, pair() → two handles of one connection in memory, and the
// functions for DNS. A handle has read(done), which may be pending once and passes no bytes at the end;
// write(bytes, done), end(done), close(), ref(on), noDelay(on), keepAlive(on, ms), abort(),
// secure(options, done).
func (h *host) netNatives() map[string]native {
	return map[string]native{
		"connect":  h.connect,
		"pair":     h.pair,
		"stores":   func(args) (any, error) { return h.env.Stores(), nil },
		"mayWrite": func(args) (any, error) { return nil, h.refused(writing) },
		"lookup":   h.lookup,
		"resolve":  h.resolve,
		"reverse":  h.reverse,
	}
}

// socket is a connection of the script.
type socket struct {
	h      *host
	waits  waits
	ctx    context.Context
	cancel context.CancelFunc
	closed bool
	counts bool         // whether it is one of the connections that the VM has
	alive  func(func()) // releases the loop when the connection is closed
	conn   net.Conn     // nil while it connects, and after secure has taken it over
	reads  bool         // whether a read is pending
	writes bool         // whether a write is pending
	ends   bool         // whether end was called

	reading sync.Mutex // held while a goroutine reads
	moved   bool       // guarded by reading: whether TLS has taken the connection over
	early   []byte     // guarded by reading: the bytes that were read meanwhile, for TLS
}

func (h *host) newSocket() *socket {
	s := &socket{h: h, waits: waits{h: h}}
	s.ctx, s.cancel = context.WithCancel(h.env.Context)
	return s
}

// count counts the socket as one of the connections of the VM, until discount.
func (s *socket) count() {
	s.counts = true
	s.h.sockets++
}

func (s *socket) discount() {
	if s.counts {
		s.counts = false
		s.h.sockets--
	}
}

// opened sets the connection of the socket. It is closed when the VM ends.
func (s *socket) opened(conn net.Conn) {
	s.conn = conn
	release, ref := s.h.env.Loop.Pending()
	ref(false)
	s.alive = release
	context.AfterFunc(s.ctx, func() { _ = conn.Close() })
}

// pair implements pair() → two handles of one connection in memory.
func (h *host) pair(args) (any, error) {
	if err := h.mayConnect(); err != nil {
		return nil, err
	}
	var handles []any
	one, other := net.Pipe()
	for _, end := range []net.Conn{one, other} {
		s := h.newSocket()
		s.count()
		s.opened(end)
		handles = append(handles, s.natives())
	}
	return handles, nil
}

// failure converts an error of the connection to the error that the script sees.
func (s *socket) failure(err error) error {
	var all failedAttempts
	if !errors.As(err, &all) {
		return s.h.netError(s.ctx, err)
	}
	group := &Error{Name: "AggregateError"}
	for _, err := range all {
		one := s.h.netError(s.ctx, err)
		group.Errors = append(group.Errors, one)
	}
	group.Code = group.Errors[0].(*Error).code() //nolint:errorlint // netError makes them
	return group
}

func addressesOf(conn net.Conn) map[string]any {
	o := map[string]any{}
	put := func(prefix string, a net.Addr) {
		tcp, ok := a.(*net.TCPAddr)
		if !ok {
			return
		}
		family := "IPv4"
		if tcp.IP.To4() == nil {
			family = "IPv6"
		}
		o[prefix+"Address"], o[prefix+"Port"], o[prefix+"Family"] = tcp.IP.String(), tcp.Port, family
	}
	put("remote", conn.RemoteAddr())
	put("local", conn.LocalAddr())
	return o
}

// natives are the methods of the handle.
func (s *socket) natives() map[string]native {
	return map[string]native{
		"read": s.read, "write": s.write, "end": s.end, "secure": s.secure,
		"close": func(args) (any, error) { return nil, s.close() },
		"ref": func(a args) (any, error) {
			s.waits.ref(a.flag(0))
			return nil, nil
		},
		"noDelay": func(a args) (any, error) {
			if tcp, ok := s.conn.(*net.TCPConn); ok {
				return nil, tcp.SetNoDelay(a.flag(0))
			}
			return nil, nil
		},
		"keepAlive": func(a args) (any, error) {
			if tcp, ok := s.conn.(*net.TCPConn); ok {
				return nil, tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: a.flag(0), Idle: time.Duration(a.number(1)) * time.Millisecond})
			}
			return nil, nil
		},
		"abort": func(args) (any, error) {
			if tcp, ok := s.conn.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			return nil, s.close()
		},
	}
}

// close closes the connection. Pending operations end without a callback.
func (s *socket) close() error {
	if s.closed {
		return nil
	}
	s.h.env.Leaving()
	s.closed = true
	s.discount()
	s.cancel()
	s.shut()
	return nil
}

// shut notifies the loop that the connection is closed.
func (s *socket) shut() {
	if s.alive != nil {
		s.alive(func() {})
		s.alive = nil
	}
}

// chunkSize is the number of bytes of one system call that reads. One read of the script returns up to
// mostRead bytes: with small reads, the other side would often wait for the TCP window to open.
const (
	chunkSize = 64 << 10
	mostRead  = 256 << 10
)

// read implements read(done(error, bytes)). At the end there are no bytes.
func (s *socket) read(a args) (any, error) {
	done, _ := goja.AssertFunction(a.at(0))
	conn := s.conn
	if conn == nil || s.closed {
		return nil, nil
	}
	if s.reads {
		return nil, errPending
	}
	s.reads = true
	web.Background(s.waits.begin(), func() func() {
		data, moved, err := s.readSome(conn)
		return func() {
			s.reads = false
			switch {
			case moved || s.closed:
			case err != nil:
				s.h.call(done, s.failure(err), nil)
			case data == nil:
				s.h.call(done, nil, nil)
			default:
				s.h.call(done, nil, data)
			}
		}
	})
	return nil, nil
}

// readSome waits for bytes. moved says that TLS has taken the connection over, and gets the bytes.
func (s *socket) readSome(conn net.Conn) (data []byte, moved bool, err error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.moved {
		return nil, true, nil
	}
	data, err = readAvailable(conn)
	if s.moved = s.moved || errors.Is(err, os.ErrDeadlineExceeded); s.moved { // only handOver sets a deadline
		s.early = append(s.early, data...)
		return nil, true, nil
	}
	if len(data) > 0 {
		return data, false, nil // the next read returns the error
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
		return nil, false, nil
	}
	return nil, false, err
}

// readOnce reads once into a new buffer.
func readOnce(conn net.Conn) ([]byte, error) {
	buffer := make([]byte, chunkSize)
	n, err := conn.Read(buffer)
	return slices.Clone(buffer[:n]), err
}

const writing = "Writing to a connection of node:net"

// write implements write(bytes or a list of them, done). It returns true if everything was written
// immediately; then done is not called.
func (s *socket) write(a args) (any, error) {
	if err := s.h.outside(writing); err != nil {
		return nil, err
	}
	data := a.joined(0)
	done, _ := goja.AssertFunction(a.at(1))
	conn := s.conn
	if conn == nil || s.closed {
		return nil, &Error{Code: "EPIPE", Message: "This socket has been ended by the other party"}
	}
	if s.writes {
		return nil, errPending
	}
	n, err := writeNow(conn, data)
	if err == nil && n == len(data) {
		return true, nil
	}
	s.writes = true
	web.Background(s.waits.begin(), func() func() {
		_, err := conn.Write(data[max(n, 0):])
		return func() {
			s.writes = false
			if s.closed {
				return
			}
			if err != nil {
				err = s.failure(err)
			}
			s.h.call(done, err, nil)
		}
	})
	return nil, nil
}

// joined returns a copy of bytes, or of all bytes in a list. The same bytes may be in a list many times.
func (a args) joined(i int) []byte {
	list, ok := a.at(i).(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return a.copied(i)
	}
	var data []byte
	for i := range min(max(list.Get("length").ToInteger(), 0), maxTexts) {
		part := args{a.vm, []goja.Value{list.Get(strconv.FormatInt(i, 10))}}.bytes(0)
		if len(data)+len(part) > cap(data) {
			guard.Need(a.vm, 2*(len(data)+len(part)))
		}
		data = append(data, part...)
	}
	return data
}

// end implements end(done): it closes the connection for writing.
func (s *socket) end(a args) (any, error) {
	done, _ := goja.AssertFunction(a.at(0))
	s.h.env.Leaving()
	conn, closed := s.conn, s.closed
	if s.ends {
		return nil, errPending
	}
	s.ends = true
	s.waits.run(done, func() (any, error) {
		half, ok := conn.(interface{ CloseWrite() error })
		switch {
		case closed || conn == nil:
		case ok:
			_ = half.CloseWrite() // the other side may have closed it before
		default:
			_ = conn.Close()
		}
		return nil, nil
	})
	return nil, nil
}

// This file is the Go side of node:net: connections. Goroutines connect, read and write, and post their
// results to the loop.

package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
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

// target is the destination of a connection.
type target struct {
	host, port, path string
	family           int
	addresses        []string // the addresses that a function of the script returned for host
	local            net.Addr
}

// connect implements connect({host, port, path, family, addresses, localAddress, localPort},
// done(error, {address, port, family, local…})).
func (h *host) connect(a args) (any, error) {
	if err := h.outside("A connection of node:net"); err != nil {
		return nil, err
	}
	t := &target{host: a.textField(0, "host"), port: a.textField(0, "port"), path: a.textField(0, "path")}
	if v := a.field(0, "family"); v != nil {
		t.family = int(v.ToInteger())
	}
	if v := a.field(0, "addresses"); v != nil {
		if err := a.texts(v, &t.addresses); err != nil {
			return nil, err
		}
	}
	if v := a.textField(0, "localAddress"); v != "" {
		t.local = &net.TCPAddr{IP: net.ParseIP(v)}
	}
	if err := h.mayConnect(); err != nil {
		return nil, err
	}
	if err := h.checkTarget(t); err != nil {
		return nil, denied(err)
	}
	s := h.newSocket()
	s.count()
	done, _ := goja.AssertFunction(a.at(1))
	web.Background(s.waits.begin(), func() func() {
		conn, err := h.dial(s.ctx, t)
		return func() {
			switch {
			case err == nil && s.closed:
				_ = conn.Close()
			case s.closed:
			case err != nil:
				h.call(done, s.failure(err), nil)
			default:
				s.opened(conn)
				h.call(done, nil, addressesOf(conn))
			}
		}
	})
	return s.natives(), nil
}

// mayConnect returns an error if the VM has as many connections as it may have.
func (h *host) mayConnect() error {
	if h.sockets < maxSockets {
		return nil
	}
	return &Error{Code: "EMFILE", Message: fmt.Sprintf("connect EMFILE: the script has %d connections open, which is as many as it may have", h.sockets), Errno: -24}
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

// checkTarget checks the permission for the host name or the socket file. If the script gives the addresses
// of the host, it also checks each address that the resolver has not returned for this host.
func (h *host) checkTarget(t *target) error {
	if t.path != "" {
		return h.env.CheckFile(t.path)
	}
	if ip := net.ParseIP(t.host); ip != nil {
		t.host = ip.String()
	} else {
		t.host = web.ASCIIHost(t.host)
	}
	if err := h.env.CheckNet(net.JoinHostPort(t.host, t.port)); err != nil {
		return err
	}
	for _, address := range t.addresses {
		if h.wasFound(t.host, address) {
			continue
		}
		if err := h.env.CheckNet(net.JoinHostPort(address, t.port)); err != nil {
			return err
		}
	}
	return nil
}

// failedAttempts has the errors of all addresses of a host.
type failedAttempts []error

func (f failedAttempts) Error() string { return f[len(f)-1].Error() }

// dial connects to the addresses of a host one after the other.
func (h *host) dial(ctx context.Context, t *target) (net.Conn, error) {
	d := &net.Dialer{LocalAddr: t.local, KeepAlive: -1}
	if t.path != "" {
		return h.dialFile(ctx, d, t.path)
	}
	addresses := t.addresses
	if len(addresses) == 0 {
		found, err := lookupHost(ctx, t.host, t.family)
		if err != nil {
			return nil, err
		}
		addresses = alternating(found)
	}
	var failed failedAttempts
	for i, address := range addresses {
		attempt, cancel := ctx, context.CancelFunc(func() {})
		if i < len(addresses)-1 {
			attempt, cancel = context.WithTimeout(ctx, attemptTime)
		}
		conn, err := d.DialContext(attempt, "tcp", net.JoinHostPort(address, t.port))
		cancel()
		if err == nil {
			return conn, nil
		}
		if failed = append(failed, err); ctx.Err() != nil {
			break
		}
	}
	if len(failed) == 1 {
		return nil, failed[0]
	}
	return nil, failed
}

// dialFile connects to a socket file. The file is the one whose permission was checked, also if somebody replaces a part of
// the path by a link meanwhile. Where the system cannot hold a file, the permission is checked again afterwards.
func (h *host) dialFile(ctx context.Context, d *net.Dialer, path string) (net.Conn, error) {
	at, release, err := h.env.HoldSocket(path)
	if err != nil {
		return nil, socketError(path, err)
	}
	defer release()
	conn, err := d.DialContext(ctx, "unix", at)
	if op := (*net.OpError)(nil); errors.As(err, &op) {
		op.Addr = &net.UnixAddr{Name: path, Net: "unix"}
	}
	if err != nil {
		return nil, err
	}
	if err := h.env.CheckFile(path); err != nil {
		_ = conn.Close()
		return nil, denied(err)
	}
	return conn, nil
}

// socketError returns the error for a socket file that cannot be held.
func socketError(path string, err error) error {
	errno := syscall.Errno(0)
	if !errors.As(err, &errno) {
		return denied(err)
	}
	return &net.OpError{Op: "dial", Net: "unix", Addr: &net.UnixAddr{Name: path, Net: "unix"}, Err: os.NewSyscallError("connect", errno)}
}

// alternating orders addresses so that the two families alternate, starting with the family of the first.
func alternating(addresses []string) []string {
	is6 := func(s string) bool { return net.ParseIP(s).To4() == nil }
	var first, second []string
	for _, a := range addresses {
		if is6(a) == is6(addresses[0]) {
			first = append(first, a)
		} else {
			second = append(second, a)
		}
	}
	var list []string
	for i := range max(len(first), len(second)) {
		list = append(list, first[min(i, len(first)):min(i+1, len(first))]...)
		list = append(list, second[min(i, len(second)):min(i+1, len(second))]...)
	}
	return list
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

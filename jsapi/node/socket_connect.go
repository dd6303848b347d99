// This file connects sockets to their destination.

package node

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

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

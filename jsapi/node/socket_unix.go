//go:build unix

// This file reads from a connection without holding a buffer while it waits, and writes to a connection
// without blocking.

package node

import (
	"io"
	"net"
	"syscall"
)

// readAvailable waits until bytes are available, and reads them, up to mostRead.
func readAvailable(conn net.Conn) (data []byte, err error) {
	direct, ok := conn.(syscall.Conn)
	if !ok {
		return readOnce(conn)
	}
	raw, err := direct.SyscallConn()
	if err != nil {
		return nil, err
	}
	var failed error
	ended := false
	err = raw.Read(func(fd uintptr) bool {
		buffer := make([]byte, chunkSize)
		for len(data) < mostRead {
			n, err := syscall.Read(int(fd), buffer)
			switch {
			case err == syscall.EINTR:
				continue
			case err == syscall.EAGAIN:
				return len(data) > 0
			case err != nil:
				failed = &net.OpError{Op: "read", Net: "tcp", Addr: conn.RemoteAddr(), Err: err}
			case n == 0:
				ended = true
			default:
				data = append(data, buffer[:n]...)
			}
			if err != nil || n < len(buffer) {
				return true
			}
		}
		return true
	})
	if failed != nil {
		err = failed
	}
	if err == nil && ended {
		err = io.EOF
	}
	return data, err
}

// writeNow writes as many bytes as the system accepts without blocking. A blocking write must write the rest,
// and reports errors.
func writeNow(conn net.Conn, data []byte) (n int, err error) {
	direct, ok := conn.(syscall.Conn)
	if !ok || len(data) == 0 {
		return 0, nil
	}
	raw, err := direct.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = raw.Write(func(fd uintptr) bool {
		n, failed = syscall.Write(int(fd), data)
		return true // do not wait
	})
	if err == nil {
		err = failed
	}
	return max(n, 0), err
}

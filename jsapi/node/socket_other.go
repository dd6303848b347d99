//go:build !unix

// This file replaces socket_unix.go on systems without non-blocking reads and writes.

package node

import "net"

func writeNow(net.Conn, []byte) (int, error) { return 0, nil }

func readAvailable(conn net.Conn) ([]byte, error) { return readOnce(conn) }

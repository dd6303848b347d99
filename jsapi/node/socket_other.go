//go:build !unix

// This file stands in for reading and writing without waiting.

package node

import "net"

func writeNow(net.Conn, []byte) (int, error) { return 0, nil }

func readAvailable(conn net.Conn) ([]byte, error) { return readOnce(conn) }

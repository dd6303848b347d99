//go:build unix

package main

import (
	"fmt"
	"math"
	"net"
	"syscall"

	"golang.org/x/net/netutil"
)

// leastFiles is how many files a process must be able to have open: the standard streams, a store with the files beside
// it, the files that the bundler reads at a time, and what Go opens for itself. Go ends a process that cannot open these.
const leastFiles = 32

// checkOpenFiles returns an error if the operating system lets this process open too few files.
func checkOpenFiles() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) >= leastFiles { //nolint:unconvert // another type on FreeBSD
		return nil
	}
	return fmt.Errorf("a process may have only %d open files here, and hitlrun needs %d: raise the limit (ulimit -n)", limit.Cur, leastFiles)
}

// boundConnections returns l with at most half as many connections at a time as this process can have open files. The others are
// for the store, workers and scripts; further connections wait until one is closed.
func boundConnections(l net.Listener) net.Listener {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return l
	}
	return netutil.LimitListener(l, int(min(uint64(limit.Cur)/2, math.MaxInt32))) //nolint:unconvert // another type on FreeBSD
}

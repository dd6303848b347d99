//go:build unix

// This file has what opening a key file takes on systems with named pipes.

package hitlrun

import "syscall"

// noWait opens a pipe without waiting for a writer: one may take the place of a file after it was looked at.
const noWait = syscall.O_NONBLOCK

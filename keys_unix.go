//go:build unix

// This file opens key files on systems with named pipes.

package hitlrun

import "syscall"

// noWait opens a pipe without waiting for a writer: a pipe may replace the file after it was checked.
const noWait = syscall.O_NONBLOCK

//go:build unix

// This file is for systems with named pipes.

package files

import "syscall"

// NoWait opens a pipe without waiting for a writer: a pipe may replace a file after it was checked.
const NoWait = syscall.O_NONBLOCK

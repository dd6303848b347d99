//go:build linux && cgo && !race

// This file has Catch where it works. The race detector reports to the standard error itself.

package fatal

// #include <stdlib.h>
// #include "abort.h"
import "C"

import (
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// Catch has fatal errors reported as m says, and returns the File that is the standard error from now on.
// It is called once, at the start. With GOTRACEBACK or GODEBUG in the environment somebody wants to see what
// Go writes, and nothing is caught.
func Catch(m Messages) *os.File {
	if os.Getenv("GOTRACEBACK") != "" || os.Getenv("GODEBUG") != "" {
		return os.Stderr
	}
	stderr, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return os.Stderr // there is none
	}
	last, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3) // which nobody closes
	if err != nil {
		_ = unix.Close(stderr)
		return os.Stderr
	}
	trace, err := unix.MemfdCreate("hitlrun-crash", unix.MFD_CLOEXEC)
	if err == nil {
		err = unix.Dup3(trace, 2, unix.O_CLOEXEC)
	}
	if err != nil {
		_, _ = unix.Close(stderr), unix.Close(last)
		return os.Stderr
	}
	C.hitlrun_catch_abort(C.int(last), C.int(trace), C.CString(m.Path), C.CString(m.Memory), C.CString(m.Stack), C.CString(m.Other), C.int(m.ExitCode))
	debug.SetTraceback("crash")
	return os.NewFile(uintptr(stderr), "/dev/stderr")
}

// LimitMemory has the kernel refuse the process more than so many bytes of memory of its own; Go ends the
// process then. What is mapped counts, also what was never used.
func LimitMemory(bytes uint64) error {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_DATA, &l); err != nil {
		return err
	}
	l.Cur = min(bytes, l.Max)
	return unix.Setrlimit(unix.RLIMIT_DATA, &l)
}

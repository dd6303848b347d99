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

// Catch makes fatal errors print the messages of m, and returns the File that is the standard error from now on.
// The program calls it once, at the start. If GOTRACEBACK or GODEBUG is in the environment, the user wants to see the
// trace of Go, and Catch does nothing.
func Catch(m Messages) *os.File {
	if os.Getenv("GOTRACEBACK") != "" || os.Getenv("GODEBUG") != "" {
		return os.Stderr
	}
	stderr, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return os.Stderr // the process has no standard error
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

// LimitMemory sets the kernel's limit of private memory of the process, in bytes. Go ends the process at that limit.
// Memory counts when it is mapped, even if it was never used.
func LimitMemory(bytes uint64) error {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_DATA, &l); err != nil {
		return err
	}
	l.Cur = min(bytes, l.Max)
	return unix.Setrlimit(unix.RLIMIT_DATA, &l)
}

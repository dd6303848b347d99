//go:build unix

// This file has the parts of processes for Unix.

package worker

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// line returns the connection to the host. It replaces stdin and stdout by the null device, so that other code cannot read from the connection or write to it.
func line() (in, out *os.File) {
	closeInherited()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		os.Exit(1)
	}
	files := [2]*os.File{}
	for fd := range files {
		own, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
		if err == nil {
			err = unix.SetNonblock(own, true) // then only a goroutine waits, and not a thread
		}
		if err == nil {
			err = replace(int(null.Fd()), fd)
		}
		if err != nil {
			os.Exit(1)
		}
		files[fd] = os.NewFile(uintptr(own), "host")
	}
	return files[0], files[1]
}

// ending describes what ended a process.
func ending(state *os.ProcessState) string {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		if status.Signal() == syscall.SIGKILL {
			return "SIGKILL, which the kernel sends when a limit is reached or the machine has no memory left"
		}
		return fmt.Sprintf("%s (%s)", unix.SignalName(status.Signal()), status.Signal())
	}
	return fmt.Sprintf("exit code %d", state.ExitCode())
}

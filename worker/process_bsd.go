//go:build unix && !linux

// This file has the parts of processes for Unix systems other than Linux.

package worker

import (
	"syscall"

	"golang.org/x/sys/unix"
)

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func replace(from, fd int) error { return unix.Dup2(from, fd) }

// closeInherited does nothing, because files that Go opens are not inherited by child processes.
func closeInherited() {}

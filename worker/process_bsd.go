//go:build unix && !linux

// This file has what workers are on other kinds of Unix than Linux.

package worker

import (
	"syscall"

	"golang.org/x/sys/unix"
)

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func replace(from, fd int) error { return unix.Dup2(from, fd) }

// closeInherited does nothing: Go opens files so that they are not passed on.
func closeInherited() {}

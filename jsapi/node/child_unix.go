//go:build unix

// This file kills programs on Unix, and reads how they ended.

package node

import (
	"os"
	"syscall"
)

var signals = map[string]syscall.Signal{
	"SIGHUP": syscall.SIGHUP, "SIGINT": syscall.SIGINT, "SIGQUIT": syscall.SIGQUIT, "SIGABRT": syscall.SIGABRT, "SIGKILL": syscall.SIGKILL,
	"SIGUSR1": syscall.SIGUSR1, "SIGUSR2": syscall.SIGUSR2, "SIGPIPE": syscall.SIGPIPE, "SIGALRM": syscall.SIGALRM, "SIGTERM": syscall.SIGTERM,
	"SIGCONT": syscall.SIGCONT, "SIGSTOP": syscall.SIGSTOP, "SIGTSTP": syscall.SIGTSTP, "SIGWINCH": syscall.SIGWINCH, "SIGSEGV": syscall.SIGSEGV,
	"SIGBUS": syscall.SIGBUS, "SIGFPE": syscall.SIGFPE, "SIGILL": syscall.SIGILL, "SIGTRAP": syscall.SIGTRAP, "SIGXCPU": syscall.SIGXCPU,
}

// killGroup kills the group of a process. If the process has no group with its id, only the process is
// killed.
func killGroup(p *os.Process) {
	if p.Pid > 1 {
		_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
	}
}

// exitOf returns the exit code of a program, or the name of the signal that ended it. The other is nil.
func exitOf(state *os.ProcessState) (code, signal any) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		for name, number := range signals {
			if number == status.Signal() {
				return nil, name
			}
		}
		return nil, status.Signal().String()
	}
	return state.ExitCode(), nil
}

//go:build unix

// This file ends programs on Unix, and says how they ended.

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

// killGroup ends the group of a process. A process whose group is not known by its id is ended alone.
func killGroup(p *os.Process) {
	if p.Pid > 1 {
		_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
	}
}

// exitOf returns the exit code, or the name of the signal that ended a program; the other is nil.
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

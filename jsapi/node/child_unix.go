//go:build unix

// This file kills programs on Unix, and reads how they ended.

package node

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// signals are the signals of the system by name.
var signals = func() map[string]syscall.Signal {
	all := map[string]syscall.Signal{"SIGIOT": syscall.SIGIOT}
	for n := syscall.Signal(1); n < 32; n++ {
		if name := unix.SignalName(n); name != "" {
			all[name] = n
		}
	}
	if n, ok := all["SIGIO"]; ok {
		all["SIGPOLL"] = n
	}
	return all
}()

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
		if name := unix.SignalName(status.Signal()); name != "" {
			return nil, name
		}
		return nil, status.Signal().String()
	}
	return state.ExitCode(), nil
}

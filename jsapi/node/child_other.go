//go:build !unix

// This file ends programs where there are no process groups.

package node

import (
	"os"
	"syscall"
)

var signals = map[string]syscall.Signal{"SIGKILL": syscall.SIGKILL, "SIGTERM": syscall.SIGKILL, "SIGINT": syscall.SIGKILL}

func killGroup(p *os.Process) { _ = p.Kill() }

func exitOf(state *os.ProcessState) (code, signal any) { return state.ExitCode(), nil }

//go:build !unix

// This file kills programs on systems without process groups.

package node

import (
	"os"
	"syscall"
)

var signals = map[string]syscall.Signal{"SIGKILL": syscall.SIGKILL, "SIGTERM": syscall.SIGKILL, "SIGINT": syscall.SIGKILL}

func killGroup(p *os.Process) { _ = p.Kill() }

func exitOf(state *os.ProcessState) (code, signal any) { return state.ExitCode(), nil }

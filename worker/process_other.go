//go:build !linux

// This file starts processes on systems where the kernel does not end them with their host. They end when their connection to it ends.

package worker

import (
	"os"
	"os/exec"
)

func executable() (string, error) { return os.Executable() }

func spawn(cmd *exec.Cmd) error { return cmd.Start() }

// maxMemory returns 0: the value is not known.
func maxMemory(*os.ProcessState) uint64 { return 0 }

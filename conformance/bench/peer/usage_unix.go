// This file measures how much memory a process took.

//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// maxRSS returns the most memory that the process had, in bytes. On Linux a
// process begins with that of the one that started it, so this one stays small.
func maxRSS(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) //nolint:unconvert // an int32 on some machines
	}
	return int64(usage.Maxrss) * 1024 //nolint:unconvert // an int32 on some machines
}

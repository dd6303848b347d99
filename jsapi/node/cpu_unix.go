//go:build unix

package node

import (
	"syscall"
	"time"
)

// cpuTimes returns the processor time that this process has used itself, and in the kernel.
func cpuTimes() (user, system time.Duration) {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0, 0
	}
	return time.Duration(usage.Utime.Nano()), time.Duration(usage.Stime.Nano())
}

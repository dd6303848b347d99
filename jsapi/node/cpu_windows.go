package node

import (
	"time"

	"golang.org/x/sys/windows"
)

// cpuTimes returns the processor time that this process has used itself, and in the kernel.
func cpuTimes() (user, system time.Duration) {
	var made, ended, kernel, own windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &made, &ended, &kernel, &own) != nil {
		return 0, 0
	}
	return time.Duration(own.Nanoseconds()), time.Duration(kernel.Nanoseconds())
}

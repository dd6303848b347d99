// This file restricts a process to some of the cores.

package main

import (
	"errors"
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// startOn starts cmd on so many cores; 0 is all.
func startOn(cmd *exec.Cmd, cores int) error {
	if cores == 0 {
		return cmd.Start()
	}
	runtime.LockOSThread() // the process has the cores of the thread that starts it
	defer runtime.UnlockOSThread()
	var all, some unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		return err
	}
	for i, left := 0, cores; left > 0; i++ {
		if i >= 1024 {
			return errors.New("the machine has too few cores")
		}
		if all.IsSet(i) {
			some.Set(i)
			left--
		}
	}
	if err := unix.SchedSetaffinity(0, &some); err != nil {
		return err
	}
	return errors.Join(cmd.Start(), unix.SchedSetaffinity(0, &all))
}

// This file confines programs on Linux. Each has a process group of its own, and is killed when this process
// ends.

package node

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

func confine(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// waitAndSweep waits until the process has ended, and kills the processes that are left in its group. The
// process is not reaped before, so that no other group can get its id meanwhile.
func waitAndSweep(p *os.Process) {
	for {
		err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			break
		}
	}
	killGroup(p)
}

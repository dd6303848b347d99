// This file confines programs on Linux: each has a process group of its own, and dies with this process.

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

// waitAndSweep waits until the process has ended, and ends what it left in its group. It is not reaped before: so long no other group can have its id.
func waitAndSweep(p *os.Process) {
	for {
		err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			break
		}
	}
	killGroup(p)
}

// This file starts processes on Linux, where the kernel ends them when their host ends.

package worker

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// executable returns a path of the program that this process runs, even if the file has been replaced since.
func executable() (string, error) { return "/proc/self/exe", nil }

// attributes makes the kernel kill the worker when the host ends. The worker has its own process group, so that Ctrl-C at a terminal reaches only the host.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// spawner starts processes from one operating system thread that never ends, because for the kernel the parent of a process is the thread that started it.
var spawner = sync.OnceValue(func() chan<- func() {
	starts := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range starts {
			start()
		}
	}()
	return starts
})

func spawn(cmd *exec.Cmd) error {
	done := make(chan error)
	spawner() <- func() { done <- cmd.Start() }
	return <-done
}

func replace(from, fd int) error { return unix.Dup3(from, fd, 0) }

// maxMemory returns how much memory a process had at most, in bytes.
func maxMemory(state *os.ProcessState) uint64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return uint64(usage.Maxrss) << 10
	}
	return 0
}

// closeInherited closes files that the host inherited from its parent, which the worker inherits too. Files of Go's runtime remain open.
func closeInherited() {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return // without /proc the open files are unknown
	}
	for _, e := range list {
		fd, err := strconv.Atoi(e.Name())
		to, linkErr := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && linkErr == nil && fd > 2 && !strings.HasPrefix(to, "anon_inode:") {
			_ = unix.Close(fd) // the file of the list itself is closed already
		}
	}
}

// This file starts processes on Linux: they die with their host.

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

// executable returns the path of this program: what runs, and not what may have taken its place in the file system since.
func executable() (string, error) { return "/proc/self/exe", nil }

// attributes has the kernel kill the worker when the host dies. It has a process group of its own: a terminal's Ctrl-C is for the host.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// spawner starts processes from one thread that never ends: to the kernel the parent of a process is the thread that started it.
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

// closeInherited closes files that the host has inherited itself, and passes on without knowing. Those of Go's runtime stay.
func closeInherited() {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return // there is no /proc, and nobody knows
	}
	for _, e := range list {
		fd, err := strconv.Atoi(e.Name())
		to, linkErr := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && linkErr == nil && fd > 2 && !strings.HasPrefix(to, "anon_inode:") {
			_ = unix.Close(fd) // that of the list is closed already
		}
	}
}

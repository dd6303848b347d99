// This file recognises files of /proc and similar file systems by their file system, wherever it is mounted, and
// through any links.

package files

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// openName returns the name by which a file is opened. Descriptor 2 is not the standard error if package fatal has put
// another file in its place.
func openName(path string) string {
	if path == "/dev/stderr" && os.Stderr != nil {
		return "/proc/self/fd/" + strconv.Itoa(int(os.Stderr.Fd()))
	}
	return path
}

// kernelView reports whether an open file is in a file system that shows processes or the kernel.
func kernelView(f *os.File) bool {
	var fs unix.Statfs_t
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = unix.Fstatfs(int(fd), &fs) }); err != nil || failed != nil {
		return false
	}
	switch int64(fs.Type) { //nolint:unconvert // a smaller number on other machines
	case unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.SECURITYFS_MAGIC:
		return true
	}
	return false
}

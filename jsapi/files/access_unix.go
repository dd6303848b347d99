//go:build unix

package files

import (
	"os"

	"golang.org/x/sys/unix"
)

// access asks the system whether this process may use a file of a folder, which is no link; without a folder it is a path, and
// links are followed.
func access(folder *os.File, name string, mode uint32) error {
	if folder == nil {
		return unix.Faccessat(unix.AT_FDCWD, name, mode, unix.AT_EACCESS)
	}
	return unix.Faccessat(int(folder.Fd()), name, mode, unix.AT_EACCESS|unix.AT_SYMLINK_NOFOLLOW)
}

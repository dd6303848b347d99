package files

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// openDir opens a directory by its resolved path. If a part of the path is a link by now, the error matches ErrDenied.
func openDir(real string) (*os.Root, error) {
	fd, err := unix.Openat2(unix.AT_FDCWD, real, &unix.OpenHow{Flags: unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	switch {
	case errors.Is(err, unix.ELOOP):
		return nil, replaced(real)
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM): // an old kernel, or a sandbox that does not know the call
		return openChecked(real)
	case err != nil:
		return nil, &os.PathError{Op: "open", Path: real, Err: err}
	}
	defer func() { _ = unix.Close(fd) }()
	dir, err := os.OpenRoot("/proc/self/fd/" + strconv.Itoa(fd))
	if errors.Is(err, os.ErrNotExist) { // /proc is not mounted
		return openChecked(real)
	}
	return dir, err
}

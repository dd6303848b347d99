package files

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Hold opens a file or a folder by its resolved path, but not for reading or writing. HeldPath leads to it as long as it is
// open, whatever becomes of the path. If a part of the path is a link by now, the error matches ErrDenied. Where the system
// cannot do this, it is errors.ErrUnsupported.
func Hold(real string) (*os.File, error) {
	fd, err := unix.Openat2(unix.AT_FDCWD, real, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	switch {
	case errors.Is(err, unix.ELOOP):
		return nil, replaced(real)
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM): // an old kernel, or a sandbox that does not know the call
		return nil, errors.ErrUnsupported
	case err != nil:
		return nil, &os.PathError{Op: "open", Path: real, Err: err}
	}
	f := os.NewFile(uintptr(fd), real)
	if _, err := os.Stat(HeldPath(f)); err != nil { // /proc is not mounted
		_ = f.Close()
		return nil, errors.ErrUnsupported
	}
	return f, nil
}

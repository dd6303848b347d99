package files

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// followsNone reports whether the kernel can open a path without following links. An old kernel cannot, and some sandboxes
// do not allow it.
var followsNone = sync.OnceValue(func() bool {
	fd, err := unix.Openat2(unix.AT_FDCWD, "/", &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	if err == nil {
		_ = unix.Close(fd)
	}
	return err == nil
})

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

// openFile opens a file in a directory without following links; path is its name for messages. If a part of name is a link
// by now, the error matches ErrDenied.
func openFile(dir *os.Root, name, path string, flags int, mode fs.FileMode) (*os.File, error) {
	at, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer at.Close()
	how := unix.OpenHow{Flags: uint64(flags) | unix.O_CLOEXEC | unix.O_LARGEFILE, Resolve: unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_BENEATH}
	if flags&os.O_CREATE != 0 {
		how.Mode = uint64(mode.Perm())
		for bit, system := range map[fs.FileMode]uint64{fs.ModeSetuid: unix.S_ISUID, fs.ModeSetgid: unix.S_ISGID, fs.ModeSticky: unix.S_ISVTX} {
			if mode&bit != 0 {
				how.Mode |= system
			}
		}
	}
	for {
		fd, err := unix.Openat2(int(at.Fd()), name, &how)
		switch {
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN): // something was moved meanwhile
			continue
		case errors.Is(err, unix.ELOOP):
			return nil, replaced(path)
		case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM): // see openDir
			return dir.OpenFile(name, flags, mode.Perm())
		case err != nil:
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
		return os.NewFile(uintptr(fd), path), nil
	}
}

//go:build unix

// This file is for systems with named pipes.

package files

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// NoWait opens a pipe without waiting for a writer: a pipe may replace a file after it was checked.
const NoWait = syscall.O_NONBLOCK

// NoFollow refuses to open a link, and Directory anything but a directory.
const (
	NoFollow  = syscall.O_NOFOLLOW
	Directory = syscall.O_DIRECTORY
)

// SetTimes sets the times of an open file.
func SetTimes(f *os.File, accessed, changed time.Time) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	times := []unix.Timeval{unix.NsecToTimeval(accessed.UnixNano()), unix.NsecToTimeval(changed.UnixNano())}
	if controlErr := raw.Control(func(fd uintptr) { err = unix.Futimes(int(fd), times) }); controlErr != nil {
		return controlErr
	}
	return err
}

// setLinkTimes sets the times of a file or a link in an open directory; nil is the working directory.
func setLinkTimes(dir *os.File, name string, accessed, changed time.Time) error {
	at := unix.AT_FDCWD
	if dir != nil {
		at = int(dir.Fd())
	}
	times := []unix.Timespec{unix.NsecToTimespec(accessed.UnixNano()), unix.NsecToTimespec(changed.UnixNano())}
	return unix.UtimesNanoAt(at, name, times, unix.AT_SYMLINK_NOFOLLOW)
}

// Readable waits until reading from a file does not wait, because there are bytes, or whoever wrote to the pipe has closed it. It
// returns false if the time is over before that.
func Readable(f *os.File, wait time.Duration) (ready bool) {
	raw, err := f.SyscallConn()
	if err == nil {
		err = raw.Control(func(fd uintptr) {
			n, pollErr := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(wait.Milliseconds()))
			ready = n > 0 || pollErr != nil && pollErr != unix.EINTR
		})
	}
	return ready || err != nil
}

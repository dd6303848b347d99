// This file has locks on bytes of a file for systems where a lock belongs to the process. Two Stores of one process
// that have the same file open do not see each other's leases there.

//go:build (darwin || freebsd || netbsd || openbsd || dragonfly) && !hitlrun_nolocks

package sqlite

import (
	"errors"
	"os"
	"syscall"
)

// noFollow refuses a link in place of the file of locks: otherwise anyone who can make a link could redirect writes
// to another file.
const noFollow = syscall.O_NOFOLLOW

const haveLocks = true

func linkCount(info os.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

func lock(f *os.File, offset int64) (busy bool, pid int, err error) {
	own := syscall.Flock_t{Type: syscall.F_WRLCK, Start: offset, Len: 1}
	err = syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &own)
	if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES) {
		if syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &own) == nil && own.Type != syscall.F_UNLCK {
			return true, int(own.Pid), nil
		}
		return true, 0, nil
	}
	return false, 0, err
}

// locked reports whether another process holds the lock. It does not take the lock.
func locked(f *os.File, offset int64) (bool, error) {
	own := syscall.Flock_t{Type: syscall.F_WRLCK, Start: offset, Len: 1}
	err := syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &own)
	return err == nil && own.Type != syscall.F_UNLCK, err
}

func unlock(f *os.File, offset int64) {
	own := syscall.Flock_t{Type: syscall.F_UNLCK, Start: offset, Len: 1}
	syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &own)
}

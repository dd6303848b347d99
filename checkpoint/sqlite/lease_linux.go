// This file has locks on bytes of a file for Linux.

//go:build !hitlrun_nolocks

package sqlite

import (
	"errors"
	"os"
	"syscall"
)

// noFollow refuses a link in place of the file of locks: otherwise anyone who can make a link could redirect writes
// to another file.
const noFollow = syscall.O_NOFOLLOW

// ofdSetLock is the command F_OFD_SETLK of fcntl. Its locks belong to the open file, not to the process: another
// Store of the process does not share them, and closing another descriptor of the file does not release them.
const ofdSetLock = 37

// ofdGetLock is the command F_OFD_GETLK.
const ofdGetLock = 36

// infoOffset is added to the byte of a thread for a second, ordinary lock. Nothing depends on it, but the kernel says
// which process holds it.
const infoOffset = 1 << 61

const haveLocks = true

func linkCount(info os.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // it is a smaller number on other machines
	}
	return 1
}

func lock(f *os.File, offset int64) (busy bool, pid int, err error) {
	own := syscall.Flock_t{Type: syscall.F_WRLCK, Start: offset, Len: 1}
	err = syscall.FcntlFlock(f.Fd(), ofdSetLock, &own)
	info := syscall.Flock_t{Type: syscall.F_WRLCK, Start: offset + infoOffset, Len: 1}
	if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES) {
		if syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &info) == nil && info.Type != syscall.F_UNLCK {
			return true, int(info.Pid), nil
		}
		return true, 0, nil
	}
	if err == nil {
		_ = syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &info) // only for error messages of others
	}
	return false, 0, err
}

// locked reports whether another open file holds the lock. It does not take the lock.
func locked(f *os.File, offset int64) (bool, error) {
	own := syscall.Flock_t{Type: syscall.F_WRLCK, Start: offset, Len: 1}
	err := syscall.FcntlFlock(f.Fd(), ofdGetLock, &own)
	return err == nil && own.Type != syscall.F_UNLCK, err
}

func unlock(f *os.File, offset int64) {
	info := syscall.Flock_t{Type: syscall.F_UNLCK, Start: offset + infoOffset, Len: 1}
	_ = syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &info)
	own := syscall.Flock_t{Type: syscall.F_UNLCK, Start: offset, Len: 1}
	_ = syscall.FcntlFlock(f.Fd(), ofdSetLock, &own)
}

//go:build !unix

// This file is for systems where no path is a pipe.

package files

import (
	"os"
	"syscall"
	"time"
)

// NoWait is for other systems.
const NoWait = 0

// NoFollow and Directory are for other systems.
const (
	NoFollow  = 0
	Directory = 0
)

// SetTimes sets the times of an open file.
func SetTimes(f *os.File, accessed, changed time.Time) error {
	return os.Chtimes(f.Name(), accessed, changed)
}

// setLinkTimes is for other systems.
func setLinkTimes(*os.File, string, time.Time, time.Time) error { return syscall.ENOSYS }

// Readable is for other systems.
func Readable(*os.File, time.Duration) bool { return true }

//go:build unix

// This file renames files as the system does. os.Rename and os.Root.Rename refuse a directory as the new name, also an empty one or the
// same.

package files

import (
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// rename is rename(2).
func rename(from, to string) error { return again(func() error { return unix.Rename(from, to) }) }

// renameIn is rename for two files in a directory.
func renameIn(dir *os.Root, from, to string) error {
	old, err := dir.Open(filepath.Dir(from))
	if err != nil {
		return dir.Rename(from, to) // which needs no permission to read the directory
	}
	defer old.Close()
	made, err := dir.Open(filepath.Dir(to))
	if err != nil {
		return dir.Rename(from, to)
	}
	defer made.Close()
	return again(func() error {
		return unix.Renameat(int(old.Fd()), filepath.Base(from), int(made.Fd()), filepath.Base(to))
	})
}

// again calls f until no signal interrupts it.
func again(f func() error) error {
	for {
		if err := f(); err != syscall.EINTR { //nolint:errorlint // it comes from the system as it is
			return err
		}
	}
}

// This file syncs the data of a file on Linux.

package sqlite

import (
	"os"

	"golang.org/x/sys/unix"
)

// syncData makes what was written to f survive a power cut, with the metadata that is needed to read it.
func syncData(f *os.File) error {
	for {
		if err := unix.Fdatasync(int(f.Fd())); err != unix.EINTR {
			return err
		}
	}
}

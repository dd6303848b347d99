//go:build unix

// This file says whether a file is that of the user of this process.

package hitlrun

import (
	"errors"
	"os"
	"syscall"
)

// ownFile returns nil if nobody but the user of this process can write to a file, else what speaks against that.
func ownFile(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	switch stat, ok := info.Sys().(*syscall.Stat_t); {
	case !ok || int(stat.Uid) != os.Geteuid():
		return errors.New("the store belongs to another user")
	case info.Mode()&0o022 != 0:
		return errors.New("others can write to the store")
	}
	return nil
}

//go:build unix

// This file checks whether a file belongs to the user of this process.

package hitlrun

import (
	"errors"
	"os"
	"syscall"
)

// ownFile returns nil if only the user of this process can write to a file; otherwise the error says who else can.
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

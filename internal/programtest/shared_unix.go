//go:build unix

// This file links the program once for all the packages whose tests start it.

package programtest

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// buildShared builds the program in the cache of the user, where the go tool links it only if it has changed, and makes path a link to it. Several
// processes may do so at once, of several clones: the lock is held from the build to the link.
func buildShared(path string) error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	dir := filepath.Join(cache, "hitlrun-test", "program")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	guard, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer guard.Close()
	if err := unix.Flock(int(guard.Fd()), unix.LOCK_EX); err != nil {
		return err
	}
	shared := filepath.Join(dir, "hitlrun")
	if err := build(shared); err != nil {
		return err
	}
	return os.Link(shared, path)
}

//go:build !linux && !darwin

package web

import "syscall"

// statfs is only on Linux and macOS.
func statfs(_ *nodeHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	return func() (any, error) { return nil, failed(syscall.ENOSYS, "statfs", path) }, nil
}

//go:build !linux && !darwin

package node

import "syscall"

// statfs is only on Linux and macOS.
func statfs(_ *fileHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	return func() (any, error) { return nil, failed(syscall.ENOSYS, "statfs", path) }, nil
}

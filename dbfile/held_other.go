//go:build !linux

package dbfile

import "errors"

// holds returns an error: this system has no paths of folders that a process holds open.
func holds() error { return errors.ErrUnsupported }

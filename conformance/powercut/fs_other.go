// This file says that there is no FS on this system.

//go:build !linux

package powercut

import "errors"

// Available returns an error: an FS takes Linux.
func Available() error { return errors.New("it takes Linux") }

//go:build !linux

package files

import (
	"errors"
	"os"
)

// Hold opens a file or a folder by its resolved path, but not for reading or writing. This system cannot do it: the error is
// errors.ErrUnsupported.
func Hold(string) (*os.File, error) { return nil, errors.ErrUnsupported }

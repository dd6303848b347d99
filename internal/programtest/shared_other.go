//go:build !unix

// This file is for systems on which programs are not shared.

package programtest

import "errors"

func buildShared(string) error { return errors.ErrUnsupported }

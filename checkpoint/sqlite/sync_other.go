// This file syncs the data of a file on systems without a call for only that.

//go:build !linux

package sqlite

import "os"

// syncData makes what was written to f survive a power cut. (On macOS this is F_FULLFSYNC.)
func syncData(f *os.File) error { return f.Sync() }

//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// hasLinks reports whether a file has other names.
func hasLinks(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return !ok || s.Nlink > 1
}

// idOf returns which file a file is. ok is false if that is not known.
func idOf(info fs.FileInfo) (id FileID, ok bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return FileID{}, false
	}
	return FileID{uint64(s.Dev), s.Ino}, true //nolint:unconvert // the device is of another type on other systems
}

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

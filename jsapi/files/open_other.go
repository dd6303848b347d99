//go:build !linux

package files

import (
	"io/fs"
	"os"
)

// followsNone reports whether the system can open a path without following links.
func followsNone() bool { return false }

// openDir opens a directory by its resolved path. If a part of the path is a link by now, the error matches ErrDenied.
func openDir(real string) (*os.Root, error) { return openChecked(real) }

// openFile opens a file in a directory. It follows links that stay in the directory.
func openFile(dir *os.Root, name, _ string, flags int, mode fs.FileMode) (*os.File, error) {
	return dir.OpenFile(name, flags, mode.Perm())
}

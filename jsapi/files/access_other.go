//go:build !unix

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// access reports whether the attributes of a file of a folder allow a use of it; without a folder it is a path.
func access(folder *os.File, name string, mode uint32) error {
	if folder != nil {
		name = filepath.Join(folder.Name(), name)
	}
	info, err := os.Stat(name)
	if err == nil && mode&2 != 0 && !info.IsDir() && info.Mode()&0o200 == 0 {
		return &fs.PathError{Op: "access", Path: name, Err: syscall.EPERM}
	}
	return err
}

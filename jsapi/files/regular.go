// This file opens files that are read as a whole, such as sources and their configuration.

package files

import (
	"errors"
	"io/fs"
	"os"
)

// ErrNotRegular is the error for a pipe, a device, and a file that shows processes or the kernel. Reading such a file may
// never end.
var ErrNotRegular = errors.New("it is not a regular file")

// OpenRegular opens a regular file for reading. It refuses others without opening them: a pipe would wait until somebody
// writes to it, and a device can do anything.
func OpenRegular(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = checkMode(info)
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|NoWait, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = CheckRegular(f); err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// CheckRegular reports whether an open file is one that OpenRegular opens. It should have been opened with NoWait.
func CheckRegular(f *os.File) (fs.FileInfo, error) {
	info, err := f.Stat()
	if err == nil {
		err = checkMode(info)
	}
	if err == nil && kernelView(f) {
		err = ErrNotRegular
	}
	return info, err
}

func checkMode(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return ErrNotRegular
	}
	return nil
}

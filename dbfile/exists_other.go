//go:build !unix

package dbfile

import (
	"errors"
	"io/fs"
	"os"
)

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

//go:build !unix

package dbfile

import (
	"errors"
	"io/fs"
	"os"
)

type identity struct{ info fs.FileInfo }

func (i identity) known() bool              { return i.info != nil }
func (i identity) same(other identity) bool { return os.SameFile(i.info, other.info) }

func identify(path string) (identity, error) {
	info, err := os.Stat(path)
	return identity{info}, err
}

func identityOf(f *os.File) (identity, error) {
	info, err := f.Stat()
	return identity{info}, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

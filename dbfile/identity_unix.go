//go:build unix

package dbfile

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// identity is the device of a file and its number there. No file has number 0.
type identity struct{ device, number uint64 }

func (i identity) known() bool              { return i.number != 0 }
func (i identity) same(other identity) bool { return i == other }

// identify takes a fourth of the time of os.Stat, which also follows the link of a folder that is held open: a store asks
// four times for each sync.
func identify(path string) (identity, error) {
	var stat unix.Stat_t
	folder, name := relative(path)
	for {
		err := unix.Fstatat(folder, name, &stat, 0)
		if err == nil {
			return identity{uint64(stat.Dev), uint64(stat.Ino)}, nil //nolint:unconvert // they are of other types on other systems
		}
		if !errors.Is(err, unix.EINTR) {
			return identity{}, &fs.PathError{Op: "stat", Path: path, Err: err}
		}
	}
}

func identityOf(f *os.File) (identity, error) {
	var stat unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &stat); err != nil {
		return identity{}, &fs.PathError{Op: "stat", Path: f.Name(), Err: err}
	}
	return identity{uint64(stat.Dev), uint64(stat.Ino)}, nil //nolint:unconvert // they are of other types on other systems
}

func exists(path string) bool {
	folder, name := relative(path)
	return !errors.Is(unix.Faccessat(folder, name, unix.F_OK, 0), fs.ErrNotExist)
}

// relative returns the descriptor of the folder that is held open and the name in it, for a path as In makes it. Any other
// path is returned as it is, with the descriptor that stands for no folder.
func relative(path string) (folder int, name string) {
	if rest, ok := strings.CutPrefix(path, heldPrefix); ok {
		descriptor, name, _ := strings.Cut(rest, "/")
		if n, err := strconv.Atoi(descriptor); err == nil && name != "" {
			return n, name
		}
	}
	return unix.AT_FDCWD, path
}

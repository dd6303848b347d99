// This file has paths that lead to the same file or folder, also if somebody replaces a part of the path by a link. They are
// for code that takes paths, as SQLite and the connections of sockets do.

package files

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// HeldPath returns a path of the file or folder that Hold returned. It is valid in this process until f is closed.
func HeldPath(f *os.File) string { return "/proc/self/fd/" + strconv.Itoa(int(f.Fd())) }

// HoldFolder holds the folder of a file that has the resolved path real. It returns nil if the system cannot hold folders,
// and for ":memory:" and "", which are not files: then there is only the path.
func HoldFolder(real string) (*os.File, error) {
	if !filepath.IsAbs(real) {
		return nil, nil
	}
	folder, err := Hold(filepath.Dir(real))
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, nil
	}
	return folder, err
}

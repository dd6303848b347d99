// This file has databases in a folder that the process holds open: they are opened in that folder, also if its path leads
// elsewhere by now.

package dbfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// heldPrefix begins the paths of folders that a process holds open, on Linux.
const heldPrefix = "/proc/self/fd/"

// In returns the path of the database with the name of path in a folder that is held open. It is path itself for nil. The
// folder must stay open as long as the database.
func In(folder *os.File, path string) string {
	if folder == nil {
		return path
	}
	return heldPrefix + strconv.Itoa(int(folder.Fd())) + "/" + filepath.Base(path)
}

// held reports whether a path is in a folder that is held open.
func held(path string) bool { return strings.HasPrefix(path, heldPrefix) }

// resolveHeld is Resolve for a path in a folder that is held open, which is resolved as it is. It follows no link.
func resolveHeld(path string) (resolved string, exists bool, err error) {
	info, err := os.Lstat(path)
	switch {
	case os.IsNotExist(err):
		return path, false, nil
	case err != nil:
		return "", false, err
	case info.Mode()&fs.ModeSymlink != 0:
		return "", false, fmt.Errorf("%s was replaced by a link while it was opened", filepath.Base(path))
	case !info.Mode().IsRegular():
		return "", false, fmt.Errorf("%s is not a regular file", filepath.Base(path))
	}
	return path, info.Size() > 0, nil
}

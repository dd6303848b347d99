// This file has databases in a folder that the process holds open: they are opened in that folder, also if its path leads
// elsewhere by now.

package dbfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
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

// Shown returns a path for messages: that of the folder, and not the one by which the process holds it open.
func Shown(path string) string {
	if held(path) {
		if folder, err := os.Readlink(filepath.Dir(path)); err == nil {
			return filepath.Join(folder, filepath.Base(path))
		}
	}
	return path
}

// resolveHeld is Resolve for a path in a folder that is held open, which is resolved as it is. It follows no link.
func resolveHeld(path string) (resolved string, exists bool, err error) {
	for tries := 1; ; tries++ {
		info, err := os.Lstat(path)
		switch {
		case os.IsNotExist(err):
			return path, false, nil
		case err != nil:
			return "", false, err
		case info.Mode()&fs.ModeSymlink != 0:
			return "", false, errors.New("it was replaced by a link while it was opened")
		case !info.Mode().IsRegular():
			return "", false, errors.New("it is not a regular file")
		case linkCount(info) <= 1:
			return path, info.Size() > 0, nil
		case tries == maxTries:
			return "", false, errors.New("it has a second name (a hard link), which a script cannot open: copy it")
		}
		time.Sleep(tryTime) // another process may be making it, under another name first
	}
}

const (
	maxTries = 100
	tryTime  = 5 * time.Millisecond
)

//go:build unix

// This file finds out who can write to a file.

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// OnlyOwn reports whether nobody can write to a file but the user of this process and root.
func OnlyOwn(info fs.FileInfo) bool {
	const byOthers = 0o022
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && (int(stat.Uid) == os.Geteuid() || stat.Uid == 0) && info.Mode()&byOthers == 0
}

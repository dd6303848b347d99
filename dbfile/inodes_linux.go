package dbfile

import "syscall"

// noInodes reports whether the file system of a folder has no inode left: then no file can be made in it, although the folder is
// writable.
func noInodes(folder string) bool {
	var fs syscall.Statfs_t
	err := syscall.Statfs(folder, &fs)
	return err == nil && fs.Files > 0 && fs.Ffree == 0 // a file system that does not count them has 0 of 0
}

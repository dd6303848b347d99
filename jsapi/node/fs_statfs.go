//go:build linux || darwin

// This file has statfs of node:fs.

package node

import (
	"os"
	"syscall"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// statfs(path) → type, block size, blocks, free blocks, blocks that a user may use, inodes and free inodes of the file system
func statfs(h *fileHost, a fsArgs) (fsWork, error) {
	path := a.text(0)
	place, err := h.readable(path, true)
	return func() (any, error) {
		f, err := place.OpenFile(os.O_RDONLY|files.NoWait, 0)
		if err != nil {
			return nil, failed(err, "statfs", path)
		}
		defer f.Close()
		var s syscall.Statfs_t
		if err := syscall.Fstatfs(int(f.Fd()), &s); err != nil {
			return nil, failed(err, "statfs", path)
		}
		return []int64{int64(s.Type), int64(s.Bsize), int64(s.Blocks), int64(s.Bfree), int64(s.Bavail), int64(s.Files), int64(s.Ffree)}, nil //nolint:unconvert // the types differ by system
	}, err
}

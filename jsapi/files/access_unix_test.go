//go:build unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestAccessIsThatOfThisUser has a file that others may read, and its owner not: only root may.
func TestAccessIsThatOfThisUser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o044); err != nil {
		t.Fatal(err)
	}
	for _, place := range []*Place{{path: file, free: true}, {path: file, real: file, dir: dir}, {path: file, real: file, dir: filepath.Dir(dir)}} {
		for mode, root := range map[uint32]bool{4: true, 2: true, 1: false} {
			err := place.Access(mode)
			if allowed := os.Geteuid() == 0 && root; allowed != (err == nil) || err != nil && !errors.Is(err, fs.ErrPermission) {
				t.Errorf("access %d of %+v: %v", mode, place, err)
			}
		}
	}
}

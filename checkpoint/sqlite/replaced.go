// This file finds out that a file of the store was replaced or removed while it is open. What is written
// then goes into a file that nobody finds any more.

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// sides are the ends of the names of the files of a store that are open all the time.
func sides() []string { return []string{"", "-wal", "-shm"} }

// openFiles are the files of a store as they were when it was opened, in the order of sides.
type openFiles [3]fs.FileInfo

// lookAtFiles remembers which files are open. It is called with w.mu held, or before anybody else has s.
func (s *Store) lookAtFiles() {
	for i, side := range sides() {
		s.files[i] = nil
		if info, err := os.Stat(s.path + side); err == nil {
			s.files[i] = info
		}
	}
}

// checkFiles returns an error that is checkpoint.ErrReplaced if a file of the store is not the one that is open.
func (s *Store) checkFiles() error {
	for i, side := range sides() {
		if err := isStill(s.files[i], s.path+side); err != nil {
			return err
		}
	}
	return s.leases.check()
}

// checkFile is checkFiles for the file of the store only.
func (s *Store) checkFile() error { return isStill(s.files[0], s.path) }

// isStill returns an error if path is another file than it was, or none. before is nil for one that is not known.
func isStill(before fs.FileInfo, path string) error {
	if before == nil {
		return nil
	}
	now, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %s was removed", checkpoint.ErrReplaced, path)
	case err != nil:
		return err
	case !os.SameFile(before, now):
		return fmt.Errorf("%w: %s is another file now", checkpoint.ErrReplaced, path)
	}
	return nil
}

// check returns an error if the file of locks is not the one that is open: others would not see the leases.
func (l *leases) check() error {
	l.mu.Lock()
	path, info := l.path, l.info
	l.mu.Unlock()
	return isStill(info, path)
}

// This file detects that a file of the store was replaced or removed while the store is open. Anything written after
// that would go into a file that nobody can find.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// sides are the endings of the names of those files of a store that are always open.
func sides() []string { return []string{"", "-wal", "-shm"} }

// openFiles are the files of a store as they were when it was opened, in the order of sides.
type openFiles [3]dbfile.Identity

// lookAtFiles records which files are open. The caller holds w.mu, or is the only user of s.
func (s *Store) lookAtFiles() {
	for i, side := range sides() {
		s.files[i], _ = dbfile.Identify(s.path + side) // it need not exist
	}
}

// checkEvery is the shortest time between two checks of the files by transactions: a check takes a fifth of the time
// of a commit. What was committed in between is not reported to anyone before Sync, which always checks.
const checkEvery = 5 * time.Millisecond

// checkFilesAtTimes is checkFiles, at most once in checkEvery.
func (s *Store) checkFilesAtTimes() error {
	now := time.Now().UnixNano()
	last := s.checked.Load()
	if now-last < int64(checkEvery) && now >= last || !s.checked.CompareAndSwap(last, now) {
		return nil
	}
	return s.checkFiles()
}

// CheckFiles returns checkpoint.ErrReplaced if a file of the store was removed or is not the one that is open, and
// ErrClosed if the store is closed. It reads and writes nothing in the store.
func (s *Store) CheckFiles(ctx context.Context) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	if s.path == dbfile.Memory {
		return nil
	}
	return s.checkFiles()
}

// checkFiles returns checkpoint.ErrReplaced if a file of the store is not the one that is open.
func (s *Store) checkFiles() error {
	if err := s.checkEach(); err != nil {
		s.checked.Store(0) // the next call checks again
		return err
	}
	return nil
}

func (s *Store) checkEach() error {
	for i, side := range sides() {
		if err := isStill(s.files[i], s.path+side); err != nil {
			return err
		}
	}
	return s.leases.check()
}

// isStill returns an error if path is not the file that it was, or does not exist. before is zero if the earlier file is
// not known.
func isStill(before dbfile.Identity, path string) error {
	if !before.Known() {
		return nil
	}
	now, err := dbfile.Identify(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %s was removed", checkpoint.ErrReplaced, dbfile.Shown(path))
	case err != nil:
		return err
	case !before.Same(now):
		return fmt.Errorf("%w: %s is another file now", checkpoint.ErrReplaced, dbfile.Shown(path))
	}
	return nil
}

// check returns an error if the file of locks is not the one that is open: others would not see the leases.
func (l *leases) check() error {
	l.mu.Lock()
	path, opened := l.path, l.opened
	l.mu.Unlock()
	return isStill(opened, path)
}

// This file finds out which process has a store locked.

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// LockedError says that another process had the store locked during the whole of Options.BusyTimeout, and which.
// Nothing was done. errors.Is finds checkpoint.ErrLocked in it.
type LockedError struct {
	Path   string
	PID    int // 0 if it is not known
	Waited time.Duration
	err    error
}

// Error says which process has the store locked, and what to do.
func (e *LockedError) Error() string {
	who := "another process"
	switch e.PID {
	case 0:
	case os.Getpid():
		who = "another store of this process"
	default:
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("the store is locked by %s (waited %s): nothing was written; try again, or wait longer (--busy-timeout)", who, e.Waited)
}

// Is makes errors.Is(err, checkpoint.ErrLocked) true.
func (e *LockedError) Is(target error) bool { return target == checkpoint.ErrLocked }

// Unwrap returns the error of SQLite.
func (e *LockedError) Unwrap() error { return e.err }

// locked turns an error that means "locked" into a *LockedError.
func (s *Store) locked(err error) error {
	var known *LockedError
	if !dbfile.IsBusy(err) || errors.As(err, &known) {
		return err
	}
	return &LockedError{Path: s.path, PID: s.lockedBy(), Waited: max(s.o.BusyTimeout, 0), err: err}
}

// The bytes that SQLite locks. In the file FILE-shm: one for the writer, one for a recovery, some for readers. In the
// file itself: those of a process that uses it exclusively.
const (
	shmWriter  = 120
	shmCopier  = 121
	shmReaders = 123
	shmEnd     = 128
	fileLocks  = 1 << 30
	fileEnd    = fileLocks + 512
)

// lockedBy returns the process that prevents others from writing, 0 if it is not known.
func (s *Store) lockedBy() int {
	if pid := lockHolder(s.path+"-shm", shmWriter, shmReaders, true); pid != 0 {
		return pid
	}
	return lockHolder(s.path, fileLocks, fileEnd, true)
}

// readBy returns a process that prevents the truncation of the WAL, 0 if it is not known.
func (s *Store) readBy() int {
	if pid := lockHolder(s.path+"-shm", shmWriter, shmReaders, true); pid != 0 {
		return pid
	}
	return lockHolder(s.path+"-shm", shmReaders, shmEnd, false)
}

// This file closes stores, and prevents that while a method uses one.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/hitlrun/hitlrun/dbfile"
)

// Close waits for calls in progress and closes the store. If nobody else has the file open, the WAL is copied into it
// and deleted. All leases end.
func (s *Store) Close() error { return s.close(false) }

// maxLeftWAL is the size of the largest WAL that CloseAtExit leaves: the next process that opens the store reads all
// of it.
const maxLeftWAL = 1 << 20

// CloseAtExit is Close for a process that is about to end. It leaves the WAL beside the file, unless the WAL is
// large: copying it takes two syncs, and the next process that opens the store uses it as it is. The connections end
// with the process.
func (s *Store) CloseAtExit() error {
	info, err := os.Stat(s.path + "-wal")
	return s.close(err == nil && info.Size() <= maxLeftWAL)
}

func (s *Store) close(leaveWAL bool) error {
	s.using.Lock()
	defer s.using.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	var err error
	if s.w != nil && s.path != dbfile.Memory {
		err = s.sync()
	}
	s.wal.close()
	if !leaveWAL {
		err = errors.Join(err, s.readers.close())
		if s.w != nil {
			err = errors.Join(err, s.w.c.Close())
		}
	}
	s.leases.close()
	if s.o.Folder != nil {
		_ = s.o.Folder.Close() // nothing was written through it
	}
	if err != nil {
		return fmt.Errorf("close store %s: %w", dbfile.Shown(s.path), explain(err))
	}
	return nil
}

// enter prevents the closing of the store until leave.
func (s *Store) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.using.RLock()
	if s.closed {
		s.using.RUnlock()
		return ErrClosed
	}
	return nil
}

func (s *Store) leave() { s.using.RUnlock() }

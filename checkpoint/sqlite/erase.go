// This file makes sure that no file of the store contains deleted data any more.
//
// SQLite overwrites deleted data with zeros (secure_delete); the file has the zeros once the WAL is copied into it.
// The WAL still contains the data: Erase copies the WAL into the file and truncates it.

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun/dbfile"
)

// NotErasedError says that threads or checkpoints are deleted, but that their bytes are still in the WAL: another
// process read from the WAL during the whole of Options.BusyTimeout.
type NotErasedError struct {
	PID    int // the process that reads; 0 if it is not known
	Waited time.Duration
}

// Error says which process reads the WAL, and what erases the bytes.
func (e *NotErasedError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("it is deleted, but its bytes are still in the WAL, which %s uses (waited %s): the next delete erases them, of this thread or any other", who, e.Waited)
}

// Erase ends a number of deletions. When it returns, no file of the store contains what was deleted, and it stays
// deleted after a power cut. Other processes may have the store open. If one of them reads for longer than
// Options.BusyTimeout, the error is a *NotErasedError, and Erase can be called again.
func (s *Store) Erase(ctx context.Context) error {
	if s.path == dbfile.Memory {
		return nil
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	if s.w == nil {
		return ErrReadOnly
	}
	deadline := time.Now().Add(s.o.BusyTimeout)
	for {
		done, err := s.truncateWAL()
		if done || err != nil {
			return err
		}
		if !time.Now().Before(deadline) {
			return &NotErasedError{PID: s.readBy(), Waited: max(s.o.BusyTimeout, 0)}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Is makes errors.Is(err, ErrNotErased) true.
func (e *NotErasedError) Is(target error) bool { return target == ErrNotErased }

// truncateWAL copies the WAL into the file and truncates it. It returns false while another process reads from it, or
// writes.
func (s *Store) truncateWAL() (done bool, err error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if err := s.prepareWrite(); err != nil {
		return false, s.locked(explain(err))
	}
	const patience = 20 // milliseconds: other writers in this process wait that long
	if err := s.w.c.Run("PRAGMA busy_timeout = " + strconv.Itoa(patience)); err != nil {
		return false, err
	}
	var v [3]driver.Value
	_, err = s.w.c.Row(v[:], "PRAGMA wal_checkpoint(TRUNCATE)")
	err = errors.Join(err, s.w.c.Run("PRAGMA busy_timeout = "+strconv.FormatInt(max(s.o.BusyTimeout.Milliseconds(), 0), 10)))
	if dbfile.IsBusy(err) {
		return false, nil
	}
	var e sqlite3.Error
	if errors.As(err, &e) && e.Code == sqlite3.ErrIoErr && e.ExtendedCode != dbfile.ErrData {
		s.mark() // it may be a failed sync
	}
	return err == nil && dbfile.Integer(v[0]) == 0, explain(s.w.c.damage(err))
}

// This file sees to it that what was deleted is in no file of the store any more.
//
// SQLite overwrites what is deleted with zeros (secure_delete), and in the file that is so when the WAL is copied into
// it. The WAL itself still has what was there: Erase copies it and cuts it off.

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

// NotErasedError says that threads or checkpoints are deleted, but that their bytes are still in the WAL: someone was reading
// from it for as long as Options.BusyTimeout says.
type NotErasedError struct {
	PID    int // of who reads; 0 if it is not known
	Waited time.Duration
}

func (e *NotErasedError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("it is deleted, but its bytes are still in the WAL, which %s uses (waited %s): the next delete erases them, of this thread or any other", who, e.Waited)
}

// Erase ends a number of deletions: when it returns, what was deleted is in no file of the store any more, and stays
// deleted after a power cut. Other processes may have the store open. If one of them reads for so long that
// it takes more than Options.BusyTimeout, the error is a *NotErasedError: then Erase can be called again.
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

// truncateWAL copies the WAL into the file and cuts it off. It is false while someone reads from it, or writes.
func (s *Store) truncateWAL() (done bool, err error) {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if err := s.prepareWrite(); err != nil {
		return false, s.locked(explain(err))
	}
	const patience = 20 // milliseconds: those of this process who write wait so long
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
		s.mark() // it may be a sync that failed
	}
	return err == nil && dbfile.Integer(v[0]) == 0, explain(s.w.c.damage(err))
}

// This file adds checksums to the pages of a store that has none.

package sqlite

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun/dbfile"
)

// errNoChecksums says that the pages of a store have no checksums yet.
var errNoChecksums = errors.New("its pages have no checksums yet")

// checksumOffset is the byte in the file of locks that a process locks while it adds checksums.
const checksumOffset = 1<<62 - 2

// addChecksums adds checksums to the pages of an older store, which rewrites the whole file. Nobody else may have it
// open, and s has no open connection meanwhile. It can be killed at any moment: whoever opens the store next
// continues the work.
func (s *Store) addChecksums() error {
	f, err := s.leases.open()
	if err != nil {
		return err
	}
	deadline := time.Now().Add(s.o.BusyTimeout)
	for {
		busy, pid, err := lock(f, checksumOffset)
		if err != nil {
			return fmt.Errorf("lock %s: %w", s.leases.path, err)
		}
		if !busy {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("process %d is giving its pages checksums", pid)
		}
		time.Sleep(20 * time.Millisecond)
	}
	defer unlock(f, checksumOffset)
	c, err := s.connect("mode=rw")
	if err != nil {
		return err
	}
	return errors.Join(s.addChecksumsTo(c), c.Close())
}

func (s *Store) addChecksumsTo(c *conn) error {
	version, err := c.Number("PRAGMA user_version")
	if err != nil || version != schemaOfChecksums-1 {
		return err // another process was faster
	}
	if err := s.takeFile(c); err != nil {
		return fmt.Errorf("the whole file is rewritten to add checksums to its pages: %w", err)
	}
	stamped, err := c.stamped()
	if err != nil {
		return err
	}
	if !stamped {
		if s.o.Logger != nil {
			s.o.Logger.Info("adding checksums to the pages of the store: the whole file is rewritten", "store", s.path)
		}
		if err := c.reserve(); err != nil {
			return err
		}
		if err := c.Run("VACUUM"); err != nil { // what was deleted does not stay in the file either
			return err
		}
	}
	if err := c.stamp(); err != nil {
		return err
	}
	return c.Run("PRAGMA user_version = " + strconv.Itoa(schemaOfChecksums))
}

// takeFile makes c the only connection to the file. For that, the file leaves WAL mode: SQLite allows it only if
// there is no other connection, and then holds a lock that shuts others out. After that, everything is in the file
// itself.
func (s *Store) takeFile(c *conn) error {
	if err := c.Run("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA locking_mode = EXCLUSIVE"); err != nil {
		return err
	}
	deadline := time.Now().Add(s.o.BusyTimeout)
	for {
		var mode [1]driver.Value
		_, err := c.Row(mode[:], "PRAGMA journal_mode = DELETE")
		var e sqlite3.Error
		busy := errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked) || err == nil && dbfile.Text(mode[0]) == "wal"
		if err != nil && !busy {
			return err
		}
		if !busy {
			return nil
		}
		if time.Now().After(deadline) {
			return errors.New("the store is open elsewhere: stop what uses it, and try again")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// This file gives the pages of a store that has none their checksums.

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

// checksumOffset is the byte of the file of locks that is held by who gives the pages of the store checksums.
const checksumOffset = 1<<62 - 2

// addChecksums gives the pages of an older store checksums, for which all of it is written anew. Nobody else may have it open.
// It can end at any moment: who opens the store next goes on. No connection of s is open meanwhile.
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
		return fmt.Errorf("all of it is written anew to give its pages checksums: %w", err)
	}
	stamped, err := c.stamped()
	if err != nil {
		return err
	}
	if !stamped {
		if s.o.Logger != nil {
			s.o.Logger.Info("the pages of the store get checksums: all of it is written anew", "store", s.path)
		}
		if err := c.reserve(); err != nil {
			return err
		}
		if err := c.Run("VACUUM"); err != nil { // nothing of what was deleted stays, either
			return err
		}
	}
	if err := c.stamp(); err != nil {
		return err
	}
	return c.Run("PRAGMA user_version = " + strconv.Itoa(schemaOfChecksums))
}

// takeFile makes c the only connection to the file. For that the file leaves WAL mode: SQLite lets it only if
// nobody else is there, and then holds a lock that shuts others out. All before is in the file then.
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

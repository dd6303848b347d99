// This file has the checksums of pages: a store that was damaged, or written by another program, is refused where it is
// read. They are made and verified in checksum.c.

package sqlite

/*
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include "checksum.h"
*/
import "C"

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"

	"github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun/dbfile"
)

// checksumVFS is the name of the file system that the files of stores are opened with.
const checksumVFS = "hitlrun"

// registerVFS makes checksumVFS known to SQLite, once in a process.
var registerVFS = sync.OnceValue(func() error {
	if C.hitlrun_register() != C.SQLITE_OK {
		return errors.New("SQLite does not take a file system with checksums")
	}
	return nil
})

// reserveBytes is SQLITE_FCNTL_RESERVE_BYTES: how many bytes at the end of each page SQLite leaves alone, from
// the moment on that the file is made or written anew.
const reserveBytes = 38

// checksumBytes is how long the checksum of a page is.
const checksumBytes = 8

// reserve leaves room for the checksums in the pages of a file that is empty, or written anew with VACUUM.
func (c *conn) reserve() error {
	return c.Raw.SetFileControlInt("main", reserveBytes, checksumBytes)
}

// stamp gives the pages of a file that has room for them their checksums. Nobody else may have it open, and all must be
// in the file, not in a WAL.
func (c *conn) stamp() error {
	if err := c.Run("PRAGMA hitlrun_stamp"); err != nil {
		return fmt.Errorf("give the pages checksums: %w", err)
	}
	return nil
}

// stamped reports whether there is room for checksums in the pages of c's file.
func (c *conn) stamped() (bool, error) {
	says, err := c.ask("PRAGMA hitlrun_stamped")
	return says == "1", err
}

// ask returns what checksum.c says to a PRAGMA. It says so when the statement is prepared, so that statement is not cached.
func (c *conn) ask(pragma string) (string, error) {
	answer := c.QueryOnce(pragma)
	var v [1]driver.Value
	answer.Into(v[:])
	return dbfile.Text(v[0]), answer.Close()
}

// checkStamped returns an error if there is no room for checksums in the pages of c's file, but should be: then its header is damaged.
func (c *conn) checkStamped() error {
	version, err := c.Number("PRAGMA user_version")
	if err != nil || version < schemaOfChecksums {
		return err
	}
	stamped, err := c.stamped()
	if err == nil && !stamped {
		err = fmt.Errorf("%w: its first page does not say that there are checksums", ErrDamaged)
	}
	return err
}

// damage says of an error that came from c which page it is about, if it is about one.
func (c *conn) damage(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) || e.ExtendedCode != dbfile.ErrData {
		return err
	}
	var page, frame int64
	if says, err := c.ask("PRAGMA hitlrun_damage"); err == nil {
		_, _ = fmt.Sscan(says, &page, &frame) // without them the error says less
	}
	switch {
	case page != 0:
		return fmt.Errorf("%w: page %d", dbfile.ErrDamagedPage, page)
	case frame != 0:
		return fmt.Errorf("%w: page %d of the WAL", dbfile.ErrDamagedPage, frame)
	}
	return dbfile.ErrDamagedPage
}

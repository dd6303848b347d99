// This file has the checksums of pages. A read fails if the page was damaged, or was written by another program.
// checksum.c computes and verifies them.

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

// checksumVFS is the name of the file system through which the files of stores are opened.
const checksumVFS = "hitlrun"

// registerVFS registers checksumVFS with SQLite, once in a process.
var registerVFS = sync.OnceValue(func() error {
	if C.hitlrun_register() != C.SQLITE_OK {
		return errors.New("SQLite does not take a file system with checksums")
	}
	return nil
})

// reserveBytes is SQLITE_FCNTL_RESERVE_BYTES: how many bytes SQLite leaves free at the end of each page. It takes
// effect when the file is made or rewritten.
const reserveBytes = 38

// checksumBytes is the length of a page's checksum.
const checksumBytes = 8

// reserve leaves room for checksums in the pages of a file that is empty, or that VACUUM rewrites.
func (c *conn) reserve() error {
	return c.Raw.SetFileControlInt("main", reserveBytes, checksumBytes)
}

// stamp writes the checksums of all pages of a file that has room for them. Nobody else may have the file open, and
// all pages must be in the file, not in a WAL.
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

// growAhead has c make the WAL longer in large steps from now on, see write_ahead in checksum.c.
func (c *conn) growAhead() {
	if !c.growsAhead {
		c.growsAhead = true
		_, _ = c.ask("PRAGMA hitlrun_ahead") // without it syncs take longer
	}
}

// ask returns the answer of checksum.c to a PRAGMA. SQLite takes the answer when it prepares the statement, so the
// statement is not cached.
func (c *conn) ask(pragma string) (string, error) {
	answer := c.QueryOnce(pragma)
	var v [1]driver.Value
	answer.Into(v[:])
	return dbfile.Text(v[0]), answer.Close()
}

// checkStamped returns an error if there is no room for checksums in the pages of c's file although there should be:
// then its header is damaged.
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

// damage adds to an error of c which page the error is about, if it is about one.
func (c *conn) damage(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) || e.ExtendedCode != dbfile.ErrData {
		return err
	}
	var page, frame int64
	if says, err := c.ask("PRAGMA hitlrun_damage"); err == nil {
		_, _ = fmt.Sscan(says, &page, &frame) // without the name the error says less
	}
	switch {
	case page != 0:
		return fmt.Errorf("%w: page %d", dbfile.ErrDamagedPage, page)
	case frame != 0:
		return fmt.Errorf("%w: page %d of the WAL", dbfile.ErrDamagedPage, frame)
	}
	return dbfile.ErrDamagedPage
}

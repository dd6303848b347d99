// This file says what errors of SQLite mean.

package dbfile

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

var (
	// ErrClosed is returned for a store that was closed.
	ErrClosed = errors.New("the store is closed")
	// ErrDamaged is returned where the file is not as it was written.
	ErrDamaged = errors.New("the file is damaged")
	// ErrDamagedPage is the ErrDamaged of a page without its checksum.
	ErrDamagedPage = fmt.Errorf("%w: it is not as hitlrun wrote it", ErrDamaged)
)

// ErrData is SQLITE_IOERR_DATA: a page does not have its checksum.
const ErrData = sqlite3.ErrNoExtended(10 | 32<<8)

// IsBusy reports whether SQLite says that the file is locked.
func IsBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}

// FailedSync reports whether e is that of a sync of SQLite's own.
func FailedSync(e sqlite3.Error) bool {
	return e.ExtendedCode == sqlite3.ErrIoErrFsync || e.ExtendedCode == sqlite3.ErrIoErrDirFsync
}

// Explain says in words of ours what SQLite means. Other errors, and nil, come back as they are.
func Explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	says := ""
	switch e.Code {
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case sqlite3.ErrFull:
		says = "there is no room left"
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		says = "another process has the file locked"
	case sqlite3.ErrReadonly, sqlite3.ErrPerm:
		says = "the file is not writable"
	case sqlite3.ErrIoErr:
		if e.ExtendedCode == ErrData {
			return ErrDamagedPage
		}
		says = "the disk does not work"
	case sqlite3.ErrTooBig:
		says = "a value is too long for SQLite"
	default:
		return err
	}
	return fmt.Errorf("%s: %w", says, err)
}

// This file explains errors of SQLite.

package dbfile

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

var (
	// ErrClosed is returned for a store that is closed.
	ErrClosed = errors.New("the store is closed")
	// ErrDamaged is returned when the file is not as it was written.
	ErrDamaged = errors.New("the file is damaged")
	// ErrDamagedPage is the ErrDamaged of a page whose checksum is wrong.
	ErrDamagedPage = fmt.Errorf("%w: it is not as hitlrun wrote it", ErrDamaged)
)

// ErrData is SQLITE_IOERR_DATA: the checksum of a page is wrong.
const ErrData = sqlite3.ErrNoExtended(10 | 32<<8)

// IsBusy reports whether SQLite says that the file is locked.
func IsBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}

// FailedSync reports whether e comes from a sync that SQLite itself made.
func FailedSync(e sqlite3.Error) bool {
	return e.ExtendedCode == sqlite3.ErrIoErrFsync || e.ExtendedCode == sqlite3.ErrIoErrDirFsync
}

// Unwritable reports whether e says that the disk did not take a write: it is full, reports an error, or the file may not
// be written. SQLite has undone the transaction.
func Unwritable(e sqlite3.Error) bool {
	switch e.Code {
	case sqlite3.ErrFull, sqlite3.ErrReadonly, sqlite3.ErrPerm:
		return true
	case sqlite3.ErrIoErr:
		return e.ExtendedCode != ErrData
	}
	return false
}

// Exhausted reports whether err says that the process or the system has no free file descriptor, or no memory.
func Exhausted(err error) bool {
	var e sqlite3.Error
	if errors.As(err, &e) && (e.Code == sqlite3.ErrCantOpen || e.Code == sqlite3.ErrNomem || e.Code == sqlite3.ErrIoErr) {
		err = errors.Join(err, e.SystemErrno)
	}
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// Explain translates an error of SQLite into one that names the cause. It returns other errors, and nil, unchanged.
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
		says = "the disk reports an error"
	case sqlite3.ErrTooBig:
		says = "a value is too long for SQLite"
	default:
		return err
	}
	return fmt.Errorf("%s: %w", says, err)
}

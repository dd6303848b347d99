// This file has the errors of a store.

package sqlite

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

var (
	// ErrBusy is returned by Lease when someone else is working on the thread.
	ErrBusy = errors.New("the thread is in use")
	// ErrClosed is returned by all methods of a Store that was closed.
	ErrClosed = dbfile.ErrClosed
	// ErrReadOnly is returned by what would write to a Store that was opened to read.
	ErrReadOnly = errors.New("the store is open for reading only")
	// ErrNoScript is returned for a script that is not in the store.
	ErrNoScript = errors.New("no such script")
	// ErrDamaged is returned where the file is not as it was written.
	ErrDamaged = dbfile.ErrDamaged
	// ErrNotErased is returned when something was deleted whose bytes are still in a file of the store.
	ErrNotErased = errors.New("it is deleted, but not erased")
	// ErrKey is returned where Options.Keys are not the keys of the store: it is encrypted
	// and they are missing or others, or it is not encrypted.
	ErrKey = errors.New("the keys are not those of the store")
)

// errDamaged is found in rows that the file's own checks let pass.
var errDamaged = fmt.Errorf("%w: a row cannot be read", ErrDamaged)

// errTampered is found in an encrypted store.
var errTampered = errors.New("the file is damaged, or someone without the key changed it: a row does not open")

// keyError is an ErrKey that says what is the matter.
type keyError struct{ message string }

func (e *keyError) Error() string { return e.message }
func (e *keyError) Unwrap() error { return ErrKey }

func keyErrorf(format string, args ...any) error {
	return &keyError{fmt.Sprintf(format, args...)}
}

// explain says in words of ours what SQLite means.
func explain(err error) error {
	var e sqlite3.Error
	var known *LockedError
	if !errors.As(err, &e) || errors.As(err, &known) {
		return err
	}
	if dbfile.FailedSync(e) {
		return fmt.Errorf("%w: %w", checkpoint.ErrSync, err)
	}
	return dbfile.Explain(err)
}

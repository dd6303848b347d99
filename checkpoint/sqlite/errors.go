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
	// ErrBusy is returned by Lease when another run works on the thread.
	ErrBusy = errors.New("the thread is in use")
	// ErrClosed is returned by all methods of a Store that is closed.
	ErrClosed = dbfile.ErrClosed
	// ErrReadOnly is returned by methods that write if the Store was opened for reading only.
	ErrReadOnly = errors.New("the store is open for reading only")
	// ErrNoScript is returned for a script that is not in the store.
	ErrNoScript = errors.New("no such script")
	// ErrDamaged is returned when the file is not as it was written.
	ErrDamaged = dbfile.ErrDamaged
	// ErrNotErased is returned when something was deleted but its bytes are still in a file of the store.
	ErrNotErased = errors.New("it is deleted, but not erased")
	// ErrKey is returned when Options.Keys are not the keys of the store: the store is encrypted and the keys are
	// missing or different, or it is not encrypted.
	ErrKey = errors.New("the keys are not those of the store")
)

// errDamaged is returned for a row that the checks of the file accepted but that cannot be decoded.
var errDamaged = fmt.Errorf("%w: a row cannot be read", ErrDamaged)

// errTampered is returned for a row of an encrypted store that cannot be decrypted.
var errTampered = errors.New("the file is damaged, or someone without the key changed it: a row does not open")

// keyError is an ErrKey with a message of its own.
type keyError struct{ message string }

func (e *keyError) Error() string { return e.message }
func (e *keyError) Unwrap() error { return ErrKey }

func keyErrorf(format string, args ...any) error {
	return &keyError{fmt.Sprintf(format, args...)}
}

// explain translates an error of SQLite into one that names the cause.
func explain(err error) error {
	if err = exhausted(err); errors.Is(err, checkpoint.ErrExhausted) {
		return err
	}
	var e sqlite3.Error
	var known *LockedError
	if !errors.As(err, &e) || errors.As(err, &known) {
		return err
	}
	if dbfile.FailedSync(e) {
		return fmt.Errorf("%w: %w", checkpoint.ErrSync, err)
	}
	if dbfile.Unwritable(e) {
		return unwritableError{dbfile.Explain(err)}
	}
	return dbfile.Explain(err)
}

// unwritableError is an error of the disk during a write.
type unwritableError struct{ error }

func (e unwritableError) Is(target error) bool { return target == checkpoint.ErrUnwritable }
func (e unwritableError) Unwrap() error        { return e.error }

// exhausted returns an ErrExhausted for an error of an operation that had no free file descriptor, and other errors unchanged.
func exhausted(err error) error {
	if err == nil || errors.Is(err, checkpoint.ErrExhausted) || !dbfile.Exhausted(err) {
		return err
	}
	return fmt.Errorf("%w: %w", checkpoint.ErrExhausted, err)
}

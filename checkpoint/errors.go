// This file has the errors of savers.

package checkpoint

import "errors"

var (
	// ErrNotFound is returned when a thread has no checkpoint, or not the one asked for.
	ErrNotFound = errors.New("no such checkpoint")
	// ErrNoThread is returned for a Key without a ThreadID.
	ErrNoThread = errors.New("the key has no thread id")
	// ErrConflict is returned for a Batch whose condition does not hold any more.
	ErrConflict = errors.New("someone else was faster")
	// ErrSync is returned when the disk did not take what was written. What was committed since the last Sync may
	// be lost at a power cut.
	ErrSync = errors.New("the disk did not take what was written")
	// ErrLocked is returned when someone else had the saver locked for as long as one waits for that. Nothing
	// was done, and the same can be tried again.
	ErrLocked = errors.New("the store is locked")
	// ErrReplaced is returned when the files of the saver were replaced or removed while it was open. Nothing was done, and it is
	// of no use any more: what is there now has to be opened.
	ErrReplaced = errors.New("a file of the store was replaced or removed while the store is open")
)

// IsOutage reports whether err says that a Saver cannot store anything now, whatever it is: nothing is wrong with
// the batch, and the same can be tried again later.
func IsOutage(err error) bool {
	return errors.Is(err, ErrSync) || errors.Is(err, ErrLocked) || errors.Is(err, ErrReplaced)
}

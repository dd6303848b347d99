// This file has the errors of savers.

package checkpoint

import "errors"

var (
	// ErrNotFound is returned when a thread has no checkpoint, or not the one that was asked for.
	ErrNotFound = errors.New("no such checkpoint")
	// ErrNoThread is returned for a Key without a ThreadID.
	ErrNoThread = errors.New("the key has no thread id")
	// ErrConflict is returned for a Batch whose condition no longer holds.
	ErrConflict = errors.New("another process changed the thread first")
	// ErrUnwritable is returned when the disk is full, reports an error, or does not let the file be written. Nothing was
	// written.
	ErrUnwritable = errors.New("the store cannot be written")
	// ErrSync is returned when the disk failed to sync what was written. A power cut may lose what was committed since
	// the last Sync that succeeded.
	ErrSync = errors.New("the disk failed to sync what was written")
	// ErrLocked is returned when another process had the saver locked for the whole time that a call waits. Nothing
	// was done; the caller can try again.
	ErrLocked = errors.New("the store is locked")
	// ErrExhausted is returned when the process or the system has no free file descriptor, or no memory, to open a file of the
	// saver. Nothing was done; the caller can try again.
	ErrExhausted = errors.New("the process or the system has no free file descriptor, or no process")
	// ErrReplaced is returned when the files of the saver were replaced or removed while it was open. Nothing was
	// done. This saver cannot be used any more; open the path again to use the new files.
	ErrReplaced = errors.New("a file of the store was replaced or removed while the store is open")
)

// IsOutage reports whether err means that a Saver cannot be used at the moment. Nothing is wrong with the
// batch then, and the caller can try again later.
func IsOutage(err error) bool {
	for _, outage := range []error{ErrSync, ErrLocked, ErrReplaced, ErrUnwritable, ErrExhausted} {
		if errors.Is(err, outage) {
			return true
		}
	}
	return false
}

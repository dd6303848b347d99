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
	// ErrReplaced is returned when the files of the saver were replaced or removed while it was open. Nothing was
	// done. This saver cannot be used any more; open the path again to use the new files.
	ErrReplaced = errors.New("a file of the store was replaced or removed while the store is open")
)

// IsOutage reports whether err means that a Saver cannot store anything at the moment. Nothing is wrong with the
// batch then, and the caller can try again later.
func IsOutage(err error) bool {
	return errors.Is(err, ErrSync) || errors.Is(err, ErrLocked) || errors.Is(err, ErrReplaced) || errors.Is(err, ErrUnwritable)
}

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
)

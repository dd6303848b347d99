// This file has reads that look how large a checkpoint is first.

package checkpoint

import (
	"context"
	"fmt"
)

// mostKey is the key of AtMost in a context.
type mostKey struct{}

// LargeError is what such a read returns for a checkpoint with more bytes.
type LargeError struct {
	Bytes int64 // of the values and the pending writes together, as they are stored
}

func (e *LargeError) Error() string { return fmt.Sprintf("the checkpoint has %d bytes", e.Bytes) }

// AtMost returns a context with which Saver.Get and HeadReader.Head return a LargeError, before they read its values, for a checkpoint that has
// more bytes. A Saver that does not know sizes need not do this.
func AtMost(ctx context.Context, bytes int64) context.Context {
	return context.WithValue(ctx, mostKey{}, bytes)
}

// CheckSize returns a LargeError if the context does not allow a read of so many bytes. size is called only if the context has a limit.
func CheckSize(ctx context.Context, size func() (int64, error)) error {
	most, limited := ctx.Value(mostKey{}).(int64)
	if !limited {
		return nil
	}
	n, err := size()
	if err == nil && n > most {
		err = &LargeError{n}
	}
	return err
}

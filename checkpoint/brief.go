// This file has reads that leave out what is large.

package checkpoint

import "context"

// briefKey is the key of Brief in a context.
type briefKey struct{}

// Brief returns a context for reads whose caller needs the pending writes of checkpoints, and which channels have a value, but not
// the values of the channels for which ofState returns true: the state of a graph may have hundreds of megabytes. A Saver may
// then return null for such a value, if it is large.
func Brief(ctx context.Context, ofState func(channel string) bool) context.Context {
	return context.WithValue(ctx, briefKey{}, ofState)
}

// LeavesOut returns ofState of Brief; nil for another context.
func LeavesOut(ctx context.Context) func(channel string) bool {
	ofState, _ := ctx.Value(briefKey{}).(func(channel string) bool)
	return ofState
}

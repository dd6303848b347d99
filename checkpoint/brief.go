// This file has reads that leave out what is large.

package checkpoint

import "context"

// briefKey is the key of Brief and Outline in a context.
type briefKey struct{}

// LeftOut says what a read leaves out: the large values of the channels for which Values returns true, and of the pending writes for whose
// channels Writes does. The zero value leaves out nothing.
type LeftOut struct{ Values, Writes func(channel string) bool }

// Brief returns a context for reads whose caller needs the pending writes of checkpoints, and which channels have a value, but not
// the values of the channels for which ofState returns true: the state of a graph may have hundreds of megabytes. A Saver may
// then return null for such a value, if it is large.
func Brief(ctx context.Context, ofState func(channel string) bool) context.Context {
	return context.WithValue(ctx, briefKey{}, LeftOut{Values: ofState})
}

// Outline is Brief for a caller that does not need either what was written to the channels for which ofTask returns true.
func Outline(ctx context.Context, ofState, ofTask func(channel string) bool) context.Context {
	return context.WithValue(ctx, briefKey{}, LeftOut{ofState, ofTask})
}

// LeavesOut returns what a read with this context leaves out.
func LeavesOut(ctx context.Context) LeftOut {
	left, _ := ctx.Value(briefKey{}).(LeftOut)
	return left
}

// Value reports whether the value of a channel is left out if it is large.
func (l LeftOut) Value(channel string) bool { return l.Values != nil && l.Values(channel) }

// Write reports whether a pending write to a channel is left out if it is large.
func (l LeftOut) Write(channel string) bool { return l.Writes != nil && l.Writes(channel) }

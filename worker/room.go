// This file has Room: what the large calls of all workers together have in memory.

package worker

import (
	"context"
	"time"

	"github.com/hitlrun/hitlrun/internal/budget"
)

// Bounds of the bodies of the methods of Bounds.Heavy, in bytes.
const (
	lightBody = 1 << 20  // bodies of at most so many bytes need no room
	maxHeavy  = 64 << 20 // of one Peer in one Room
)

// Room bounds the bodies of heavy calls that are in memory, of all Peers that use it: together they take at most a number of bytes,
// and those of one Peer have at most maxHeavy. A body that is larger than a bound is alone. It is safe for concurrent use.
type Room struct {
	memory   *budget.Budget
	factor   int64
	patience time.Duration
}

// NewRoom returns a Room of so many bytes; a body takes factor times its size. A call waits at most so long: afterwards it is read
// although there is no room. That is for methods whose handlers may wait for other calls. 0 means without a limit.
func NewRoom(bytes, factor int64, patience time.Duration) *Room {
	return &Room{budget.New(bytes, maxHeavy*factor), factor, patience}
}

// NewOwnRoom returns a Room for the calls that a worker sends. It is as large as the part of a worker in a Room of its host, with which
// such calls need not wait while the host could read others.
func NewOwnRoom(patience time.Duration) *Room { return NewRoom(maxHeavy, 1, patience) }

// Enter waits until a call with a body of about n bytes may be sent, or ctx ends. The caller calls leave when it is answered.
func (r *Room) Enter(ctx context.Context, n int) (leave func()) {
	if n += headRoom; n <= lightBody {
		return func() {}
	}
	part, _ := r.take(ctx, nil, int64(n))
	return part.Free
}

// headRoom is how many bytes a body may have beside the large value in it.
const headRoom = 64 << 10

// take waits until there is room for a body of n bytes of a Peer. The caller gives the part back when the body is not in memory any
// more; it is nil if there was no room.
func (r *Room) take(ctx context.Context, of *Peer, n int64) (part *budget.Part, waited bool) {
	if part = r.memory.TryTake(of, n*r.factor); part != nil {
		return part, false
	}
	if r.patience > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, r.patience)
		defer stop()
	}
	part, _ = r.memory.Take(ctx, of, n*r.factor)
	return part, true
}

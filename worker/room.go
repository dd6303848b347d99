// This file has Room: what the large calls of all workers together have in memory.

package worker

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"
)

// Bounds of the bodies of the methods of Bounds.Heavy, in bytes.
const (
	lightBody = 1 << 20  // bodies of at most so many bytes need no room
	maxHeavy  = 64 << 20 // of one Peer in one Room
)

// NewOwnRoom returns a Room for the calls that a worker sends. It is as large as the part of a worker in a Room of its host, with which
// such calls need not wait while the host could read others.
func NewOwnRoom(patience time.Duration) *Room { return NewRoom(maxHeavy, patience) }

// Enter waits until a call with a body of about n bytes may be sent, or ctx ends. The caller calls leave when it is answered.
func (r *Room) Enter(ctx context.Context, n int) (leave func()) {
	if n += headRoom; n <= lightBody {
		return func() {}
	}
	leave, _ = r.take(ctx, semaphore.NewWeighted(maxHeavy), int64(n))
	return leave
}

// headRoom is how many bytes a body may have beside the large value in it.
const headRoom = 64 << 10

// Room bounds the bodies of heavy calls that are in memory, of all Peers that use it: together they have at most a number of bytes,
// and those of one Peer at most maxHeavy. A body that is larger than a bound is alone. It is safe for concurrent use.
type Room struct {
	most     int64
	free     *semaphore.Weighted
	patience time.Duration
}

// NewRoom returns a Room of so many bytes. A call waits at most so long: afterwards it is read although there is no room. That is for
// methods whose handlers may wait for other calls. 0 means without a limit.
func NewRoom(bytes int64, patience time.Duration) *Room {
	return &Room{bytes, semaphore.NewWeighted(bytes), patience}
}

// take waits until there is room for a body of n bytes: in own, which is the room of one Peer, and then in r, where Peers wait in the
// order in which they came. The caller calls leave when the body is not in memory any more.
func (r *Room) take(ctx context.Context, own *semaphore.Weighted, n int64) (leave func(), waited bool) {
	mine, ours := min(n, maxHeavy), min(n, r.most)
	if own.TryAcquire(mine) {
		if r.free.TryAcquire(ours) {
			return func() { r.free.Release(ours); own.Release(mine) }, false
		}
		own.Release(mine)
	}
	if r.patience > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, r.patience)
		defer stop()
	}
	if own.Acquire(ctx, mine) != nil {
		return func() {}, true
	}
	if r.free.Acquire(ctx, ours) != nil {
		return func() { own.Release(mine) }, true
	}
	return func() { r.free.Release(ours); own.Release(mine) }, true
}

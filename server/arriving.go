// This file bounds what the requests of one client have in memory while they arrive and are decoded. Large requests take turns for
// that (turns.go). All others together have a number of bytes.

package server

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// maxArriving is how many bytes of requests of at most largeBody bytes one client has in memory. Further requests wait.
const maxArriving = 16 << 20

// arriving has the clients whose requests arrive.
type arriving struct {
	most int64 // of one client
	mu   sync.Mutex
	of   map[string]*arrival
}

// arrival has the bytes of one client that are not in use.
type arrival struct {
	free  *semaphore.Weighted
	users int // requests that have bytes or wait for some
}

// take waits until a request of n bytes may arrive, in the order of the requests. The caller calls done when it is decoded.
func (a *arriving) take(ctx context.Context, client string, n int64) (done func(), err error) {
	a.mu.Lock()
	one := a.of[client]
	if one == nil {
		one = &arrival{free: semaphore.NewWeighted(a.most)}
		a.of[client] = one
	}
	one.users++
	a.mu.Unlock()
	leave := func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if one.users--; one.users == 0 {
			delete(a.of, client)
		}
	}
	if err := one.free.Acquire(ctx, n); err != nil {
		leave()
		return nil, err
	}
	return func() {
		one.free.Release(n)
		leave()
	}, nil
}

// maxSubscriptions is how many bytes of subscriptions one client has in memory, which stay there while their streams are open.
const maxSubscriptions = 16 << 20

// subscribed has how many bytes of subscriptions each client has.
type subscribed struct {
	mu sync.Mutex
	of map[string]int
}

// add returns an error if a client has no place for a subscription.
func (s *subscribed) add(client string, sub *subscription) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.of[client] + sub.size()
	if n > maxSubscriptions {
		return errorf(429, "subscriptions of %d MiB are open: close some", maxSubscriptions>>20)
	}
	s.of[client] = n
	return nil
}

func (s *subscribed) remove(client string, sub *subscription) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[client] -= sub.size(); s.of[client] <= 0 {
		delete(s.of, client)
	}
}

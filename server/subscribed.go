// This file bounds what the subscriptions of one client have in memory.

package server

import "sync"

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

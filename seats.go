// This file bounds how many runs are active at once.

package hitlrun

import (
	"context"

	"github.com/hitlrun/hitlrun/jsapi"
)

// seats are places for a number of runs; nil has no limit.
type seats struct{ c chan struct{} }

func newSeats(n int) *seats {
	if n == 0 {
		return nil
	}
	return &seats{make(chan struct{}, n)}
}

// take waits for a place. leave frees it.
func (s *seats) take(ctx context.Context) error {
	if s == nil {
		return jsapi.Ended(ctx)
	}
	select {
	case s.c <- struct{}{}:
		return nil
	case <-ctx.Done():
		return jsapi.Ended(ctx)
	}
}

func (s *seats) leave() {
	if s != nil {
		<-s.c
	}
}

// This file limits how many requests a client may send.

package server

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limiter counts the requests of each client.
type limiter struct {
	most     float64 // requests a second; 0 means no limit
	mu       sync.Mutex
	limiters map[string]*rate.Limiter
	swept    time.Time
}

// maxLimiters is how many clients the server remembers. Beyond that it removes those whose allowance is full again.
const maxLimiters = 10000

// take returns an error for a client that has sent too many requests. A client may send the requests of one second at
// once.
func (l *limiter) take(w http.ResponseWriter, client string) error {
	if l.most == 0 {
		return nil
	}
	now := time.Now()
	if l.of(client, now).AllowN(now, 1) {
		return nil
	}
	wait := max(1, int(1/l.most))
	w.Header().Set("Retry-After", strconv.Itoa(wait))
	return errorf(http.StatusTooManyRequests, "more than %v requests a second come from this client: send them again in %d s", l.most, wait)
}

// wait waits until the client may send one more request.
func (l *limiter) wait(ctx context.Context, client string) error {
	if l.most == 0 {
		return nil
	}
	return l.of(client, time.Now()).Wait(ctx)
}

func (l *limiter) of(client string, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.limiters) > maxLimiters && now.Sub(l.swept) > time.Second {
		l.swept = now
		for name, one := range l.limiters {
			if one.TokensAt(now) >= float64(one.Burst()) {
				delete(l.limiters, name)
			}
		}
	}
	one := l.limiters[client]
	if one == nil {
		one = rate.NewLimiter(rate.Limit(l.most), max(1, int(l.most)))
		l.limiters[client] = one
	}
	return one
}

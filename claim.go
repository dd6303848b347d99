// This file has the claims of a store: names that one caller holds at a time.

package hitlrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// ErrClaimed is returned for a claim that another caller holds.
var ErrClaimed = errors.New("it is claimed by another")

// Claim gives a name to the caller alone, among all processes that have the store open, until the caller calls release
// or its process ends in any way. If another caller holds the name, in this process or another, Claim returns
// ErrClaimed at once. The program decides what a name stands for: processes that share a store use claims to agree
// which of them does a piece of work. Claims are independent of threads, whose runs exclude each other anyway. A second
// call of release does nothing.
func (s *Store) Claim(ctx context.Context, name string) (release func(), err error) {
	release, err = s.db.Lease(ctx, "claim\x00"+name)
	if errors.Is(err, sqlite.ErrBusy) {
		return nil, fmt.Errorf("claim %q: %w", name, ErrClaimed)
	}
	return release, err
}

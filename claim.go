// This file has the claims of a store: names that one caller has at a time.

package hitlrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// ErrClaimed is returned for a claim that another caller has.
var ErrClaimed = errors.New("it is claimed by another")

// Claim makes the caller the only one that has a name, among all processes that have the store open, until it calls release or its process
// ends, however that is. If another caller has it, here or in another process, the error is ErrClaimed at once. What a name stands for is
// up to the program: two processes that share a store agree with claims which of them does something. Claims have nothing to do with
// threads, whose runs exclude each other anyway. Calling release again does nothing.
func (s *Store) Claim(ctx context.Context, name string) (release func(), err error) {
	release, err = s.db.Lease(ctx, "claim\x00"+name)
	if errors.Is(err, sqlite.ErrBusy) {
		return nil, fmt.Errorf("claim %q: %w", name, ErrClaimed)
	}
	return release, err
}

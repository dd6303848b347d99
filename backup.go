// This file copies a store.

package hitlrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// ErrExists is returned by Backup for a file that already exists.
var ErrExists = sqlite.ErrExists

// Backup copies the store to the file at path, and returns how many bytes it has. The copy is a store: its audit log
// verifies, and its threads can be answered. It contains what was committed when the copy began. Others can start and
// resume threads meanwhile, here and in other processes; the write-ahead log of the store grows by what they write
// until the copy is complete. The copy of an encrypted store is encrypted; no key is needed.
//
// The file gets its name once all of it survives a power cut, so there is never half a copy under that name. If the
// file exists, Backup returns ErrExists, unless replace is true. When ctx ends, Backup removes the unfinished copy and
// returns the error of ctx.
//
// A thread that was running when it was copied is lost in the copy (see Thread.Lost). Do not resume a thread both in
// the store and in a copy of it: its effects on other systems would happen twice. A store in memory, or with a saver of
// the program, gives errors.ErrUnsupported.
func (s *Store) Backup(ctx context.Context, path string, replace bool) (bytes int64, err error) {
	if _, isDB := s.saver.(*sqlite.Store); !isDB {
		return 0, fmt.Errorf("the checkpoints of the store are not in its file: %w", errors.ErrUnsupported)
	}
	return s.db.Backup(ctx, path, replace)
}

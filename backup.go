// This file copies a store.

package hitlrun

import (
	"context"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// ErrExists is returned by Backup for a file that is there already.
var ErrExists = sqlite.ErrExists

// Backup copies the store to the file at path, and returns how many bytes it has. The copy is a store: its
// audit log verifies, and its threads can be answered. It has what was committed when the copy
// began. Others can start and resume threads meanwhile, here and in other processes; the WAL of the store grows
// by what they write until the copy is done. An encrypted store is copied as it is, and
// no key is needed.
//
// The file gets its name when all of it survives a power cut: whatever happens, there is never half
// a copy of that name. A file that exists is ErrExists, unless replace is true. When ctx
// is done the copy is broken off, and nothing is left of it.
//
// A thread that was running when it was copied is lost in the copy (see Thread.Lost). Do not go on with a thread both in
// the store and in a copy of it: what it does outside would happen twice. A store in memory, or with a saver of the program, is
// errors.ErrUnsupported.
func (s *Store) Backup(ctx context.Context, path string, replace bool) (bytes int64, err error) {
	if _, isDB := s.saver.(*sqlite.Store); !isDB {
		return 0, fmt.Errorf("the checkpoints of the store are not in its file: %w", errors.ErrUnsupported)
	}
	return s.db.Backup(ctx, path, replace)
}

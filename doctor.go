// This file looks for what is wrong with a store.

package hitlrun

import (
	"context"
	"iter"

	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// Finding is something that Doctor found: a problem, or something harmless.
type Finding = sqlite.Finding

// Doctor looks at all of the store and returns what is wrong with it, each with what to do: damage of the file, rows
// that refer to nothing, values and scripts that cannot be read, an audit log that was changed, threads
// whose process died, files that were left beside the store. A store without a
// Finding that is not Harmless is healthy.
//
// It reads only, and takes no leases: a store that is open to read will do, and others can use it meanwhile. It holds
// the store in memory neither as a whole nor a thread of it. Of an encrypted store whose
// key is missing it looks at less, and says so. The sequence stops after the first error,
// which is no finding: the store could not be looked at, or ctx is done.
func (s *Store) Doctor(ctx context.Context) iter.Seq2[Finding, error] { return s.db.Doctor(ctx) }

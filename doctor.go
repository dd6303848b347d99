// This file looks for what is wrong with a store.

package hitlrun

import (
	"context"
	"iter"
)

// Finding is something that Doctor found: a problem, or something harmless.
type Finding struct {
	// Check is what was looked at: "file", "rows", "values", "scripts", "audit", "runs" (threads whose process is gone), "side" (files
	// beside the store) or "key".
	Check    string `json:"check"`
	Harmless bool   `json:"harmless,omitempty"`  // it takes space, or something was not looked at: nothing is wrong
	ThreadID string `json:"thread_id,omitempty"` // "" if it is about no thread, or one without an id
	Message  string `json:"message"`             // what is wrong, and where
	Advice   string `json:"advice"`              // what to do
}

// Doctor looks at all of the store and returns what is wrong with it, each with what to do: damage of the file, rows
// that refer to nothing, values and scripts that cannot be read, an audit log that was changed, threads
// whose process died, files that were left beside the store. A store without a
// Finding that is not Harmless is healthy.
//
// It reads only, and takes no leases: a store that is open to read will do, and others can use it meanwhile. It holds
// the store in memory neither as a whole nor a thread of it. Of an encrypted store whose
// key is missing it looks at less, and says so. The sequence stops after the first error,
// which is no finding: the store could not be looked at, or ctx is done.
func (s *Store) Doctor(ctx context.Context) iter.Seq2[Finding, error] {
	return func(yield func(Finding, error) bool) {
		for f, err := range s.db.Doctor(ctx) {
			if !yield(Finding(f), err) {
				return
			}
		}
	}
}

// This file examines a store for damage.

package hitlrun

import (
	"context"
	"iter"
)

// Finding is one result of Doctor: a problem, or something harmless.
type Finding struct {
	// Check is what Doctor examined: "file", "rows", "values", "scripts", "audit", "runs" (threads whose process is
	// gone), "side" (files beside the store) or "key".
	Check    string `json:"check"`
	Harmless bool   `json:"harmless,omitempty"`  // nothing is wrong: it only takes space, or could not be examined
	ThreadID string `json:"thread_id,omitempty"` // "" if the finding concerns no thread, or one without an id
	Message  string `json:"message"`             // what is wrong, and where
	Advice   string `json:"advice"`              // what to do
}

// Doctor examines the whole store and returns what is wrong with it, and what to do about each finding: damage of the
// file, rows that refer to nothing, values and scripts that cannot be read, an audit log that somebody changed, threads
// whose process died, files that were left beside the store. A store without a Finding that is not Harmless is healthy.
//
// Doctor only reads, and takes no leases: the store may be open with ReadOnly, and others can use it meanwhile. Memory
// does not grow with the store, nor with its threads. If the store is encrypted and the key is missing, Doctor examines
// less, and a finding says so. The sequence stops after the first error: the store could not be read, or ctx has ended.
func (s *Store) Doctor(ctx context.Context) iter.Seq2[Finding, error] {
	return func(yield func(Finding, error) bool) {
		for f, err := range s.db.Doctor(ctx) {
			if !yield(Finding(f), err) {
				return
			}
		}
	}
}

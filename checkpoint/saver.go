// This file has the Saver interface.

package checkpoint

import (
	"context"
	"encoding/json"
	"iter"
)

// Saver stores checkpoints. All methods are safe for concurrent use and return
// ErrNoThread for an empty ThreadID. If ctx has ended, a method returns its error and
// stores nothing; a Commit that has begun may be completed.
type Saver interface {
	// Get returns the checkpoint that key names, the newest one of the namespace
	// if key.ID is empty, with its values and pending writes. ErrNotFound if there is none.
	Get(ctx context.Context, key Key) (*Tuple, error)

	// List returns the checkpoints of key's thread and namespace, newest first.
	// A thread nobody has written to gives none. key.ID, if given, must match.
	// The sequence stops after the first error.
	List(ctx context.Context, key Key, o ListOptions) iter.Seq2[*Tuple, error]

	// Commit stores b, whole or not at all. When it returns, b survives the death of the process, and a
	// power cut as well unless the Saver is a Syncer. What b refers to is not changed afterwards.
	Commit(ctx context.Context, b Batch) error

	// DeleteThread removes everything of a thread. One that does not exist is not an error.
	DeleteThread(ctx context.Context, threadID string) error
}

// HeadReader is an optional interface of a Saver. It spares a caller that remembers the
// newest checkpoint the reading of its values.
type HeadReader interface {
	// Head is Get of the newest checkpoint. cached is the id of a checkpoint whose values the caller
	// remembers, or "". The Values of that checkpoint are left out.
	Head(ctx context.Context, key Key, cached string) (*Tuple, error)
}

// Grouper is an optional interface of a Saver that stores several batches with one commit.
type Grouper interface {
	// CommitAll is Commit of each of batches, one after the other, but all or none is stored.
	CommitAll(ctx context.Context, batches []Batch) error
}

// Syncer is an optional interface of a Saver whose commits survive a power cut only after a sync.
type Syncer interface {
	// Sync returns when all that was committed before survives a power cut, and all that a read before
	// has returned. After an error nothing is certain about what was not synced yet.
	Sync(ctx context.Context) error
}

// Confined is an optional interface of a Saver that refuses some threads.
type Confined interface {
	// Reaches reports whether the Saver lets a thread be read and written.
	Reaches(threadID string) bool
}

// View is an optional interface of a Saver that restricts another one, for a single run say.
type View interface {
	// Of returns a value that can be compared. Two savers with the same value have the same threads and checkpoints.
	Of() any
}

// Pruner is an optional interface of a Saver that removes old checkpoints of a thread and retains the thread.
type Pruner interface {
	// Prune retains the newest checkpoints of each namespace of a thread, as many as retain says, removes the others, and returns
	// how many it removed. With dryRun it only counts. A thread that does not exist is not an error; a retain of less than 1 is.
	Prune(ctx context.Context, threadID string, retain int, dryRun bool) (removed int64, err error)
}

// Reverter is an optional interface of a Saver that puts a thread back to where it stood before a run.
type Reverter interface {
	// Namespaces returns the namespaces of a thread whose names begin with prefix, in no order. A thread that does not exist has
	// none.
	Namespaces(ctx context.Context, threadID, prefix string) ([]string, error)
	// Revert does all of r or nothing. A thread that does not exist is not an error.
	Revert(ctx context.Context, r Reversal) error
}

// Reversal says where a thread stood.
type Reversal struct {
	ThreadID string
	// Newest is the greatest id of a checkpoint that the thread had, in all namespaces; "" if it had none. Checkpoints with
	// greater ids are removed, with their pending writes.
	Newest string
	// Lines are the newest checkpoints of namespaces, and all the pending writes that they had. Pending writes of other
	// checkpoints stay as they are.
	Lines []Line
	// Thread and Audit are as in Batch.
	Thread *ThreadUpdate
	Audit  *Audit
}

// Line is a checkpoint of a namespace, with its pending writes in order.
type Line struct {
	NS     string
	ID     string
	Writes []PendingWrite
}

// ListOptions narrow List. The zero value lists all of a namespace.
type ListOptions struct {
	Before string // only checkpoints older than this id
	Limit  int    // at most so many; 0 means all
	// Filter selects checkpoints whose metadata has these JSON values; keys are
	// "source", "step" and those of Metadata.Extra.
	Filter map[string]json.RawMessage
	AllNS  bool // of every namespace, each newest first; key.NS is ignored
}

// Match reports whether m passes the filter of o.
func (o ListOptions) Match(m Metadata) bool {
	for key, want := range o.Filter {
		var got []byte
		switch key {
		case "source":
			got, _ = json.Marshal(m.Source)
		case "step":
			got, _ = json.Marshal(m.Step)
		default:
			got = m.Extra[key]
		}
		if string(got) != string(want) {
			return false
		}
	}
	return true
}

// This file has the data of one checkpoint.

package checkpoint

import (
	"encoding/json"
	"time"
)

// Key names a checkpoint. ThreadID is required. NS is the namespace, "" for
// the root graph. ID "" means the newest checkpoint of the namespace.
type Key struct {
	ThreadID string
	NS       string
	ID       string
}

// Checkpoint is the state of one namespace of a thread after a superstep.
type Checkpoint struct {
	ID        string // see NewID; the ids of a thread sort in the order in which they were made
	ParentID  string // "" for the first one
	CreatedAt time.Time
	Metadata  Metadata
	Versions  []Version // of every channel that was ever written, in the order of the graph
	Seen      []Seen    // the versions of its triggers that each node has run with
	Values    []Value   // for Commit: channels whose version is new in this checkpoint; from Get: all that have a value
}

// Sources of a checkpoint.
const (
	SourceInput  = "input"  // the input of a run was mapped to channels
	SourceLoop   = "loop"   // a superstep ended
	SourceUpdate = "update" // the state was changed from outside
	SourceFork   = "fork"   // a copy of an older checkpoint, from which a run continues
)

// Metadata says how a checkpoint came about.
type Metadata struct {
	Source  string            `json:"source"`
	Step    int               `json:"step"` // -1 for the input, 0 for the first superstep
	Parents map[string]string `json:"parents"`
	// Extra is what the caller of an update added: JSON values by key. It may be nil. Keys that begin with "__" belong to
	// the engine.
	Extra map[string]json.RawMessage `json:"extra,omitempty"`
}

// ExtraRun is the key in Metadata.Extra of the id of the run that made a checkpoint: a JSON string. A checkpoint that an
// update made has none.
const ExtraRun = "__run__"

// Version is the version of a channel: it grows with every write to it.
type Version struct {
	Channel string
	N       int64
}

func finderOf(versions []Version) Finder {
	return NewFinder(len(versions), func(i int) string { return versions[i].Channel })
}

// Seen is what a node has seen: the versions that its triggers had when it last ran.
type Seen struct {
	Node     string
	Versions []Version
}

// Value is the value of a channel at a version.
type Value struct {
	Channel string
	Version int64
	Blob    Blob
}

// Tuple is a stored checkpoint with the writes that were stored after it.
type Tuple struct {
	Key        Key // with the ID of the checkpoint
	Checkpoint *Checkpoint
	Writes     []PendingWrite // in the order they were committed, see TaskWrites
	// Newest is the greatest id of a checkpoint of the thread, in any namespace. Only Get and Head set it, and a
	// Saver may leave it empty.
	Newest string
}

// This file has the interfaces that the language of the node functions implements for the engine.

package runtime

import (
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Host is the language node functions are written in, together with its one
// thread. All methods are called on that thread.
type Host interface {
	Calls
	Updater
	Maker
	Reader
	Identity
	Codec
	Chunks
	Clock
}

// Calls makes the calls of a run.
type Calls interface {
	// Start begins all calls in slice order, before any of them continues past its first wait, and returns. Call.Done
	// is called once for each call, on the host's thread: during Start if the call ended without waiting, otherwise
	// later.
	Start(calls []*Call)
	// Together runs f, which starts tasks, emits chunks or reports results to callers (ChildCall.Done). Only when f has
	// returned does the code that waits for these continue.
	Together(f func())
	// Ticks runs f after n more rounds of promise continuations.
	Ticks(n int, f func())
}

// Updater has the rules by which the state changes: reducers, first values, updates.
type Updater interface {
	// Reduce calls the reducer of a channel with current and each of updates, one after the other, and returns the
	// result; current is nil for an empty channel.
	Reduce(reducer any, current Value, updates []Value) (Value, error)
	// Default returns the first value of a channel; nil for the host's undefined.
	Default(factory any) (Value, error)
	// Updates reads a state update that no node returned: an input, or the update of a Command. node is the name of its
	// author in errors.
	Updates(g *Graph, node string, v Value) (Output, error)
	// Overwritten returns the value of an update that bypasses the reducer, nil for undefined; it returns false for
	// other updates.
	Overwritten(update Value) (Value, bool)
}

// Maker makes values of the language. The elements of its objects and arrays may also be Go strings, ints and bools, an
// Interrupt, and nil for undefined.
type Maker interface {
	Object(fields []Field) Value
	Array(items []Value) Value
	// Undefined returns the host's undefined as a value.
	Undefined() Value
	// Without returns a copy of the object v without some fields; v itself if it is not an object.
	Without(v Value, fields []string) Value
}

// Reader reads values of the language.
type Reader interface {
	// Elements returns the elements of a list; false if v is not a list.
	Elements(v Value) ([]Value, bool)
	// JSON is for messages: v as JSON.stringify shows it.
	JSON(v Value) string
}

// Identity compares values, and recognises undefined and null.
type Identity interface {
	// Key returns a key that is equal for values that a JavaScript Set would treat as the same.
	Key(v Value) any
	// IsUndefined reports whether v is undefined.
	IsUndefined(v Value) bool
	// Nullish reports whether v is null or undefined.
	Nullish(v Value) bool
}

// Codec converts values to bytes and back.
type Codec interface {
	// Dump encodes a value, Load decodes it. Load returns a new value each time.
	Dump(v Value) (checkpoint.Blob, error)
	Load(b checkpoint.Blob) (Value, error)
	// Recall is Load for a value that is loaded repeatedly, unchanged or with more in Blob.Grown. cached is what Recall
	// returned as remembered the last time, nil at first. The value that it returns is a new copy each time.
	Recall(cached any, b checkpoint.Blob) (v Value, remembered any, err error)
	// DumpSince is Dump for a value whose previous version is stored. If v is a list that begins with the identical
	// elements of stored, b has only the elements after them, and grew is true.
	DumpSince(stored StoredValue, v Value) (b checkpoint.Blob, grew bool, err error)
	// Mark returns a value that changes when a list became longer or its last element was changed in place. DumpSince
	// compares it with the mark of stored.
	Mark(v Value) uint64
}

// Chunks makes the payloads of chunks that describe checkpoints and tasks.
type Chunks interface {
	// CheckpointChunk makes the payload of a chunk of ModeCheckpoints from s, the current state of r. stored says that
	// the checkpoint existed when the run began.
	CheckpointChunk(r *Run, s *StateSnapshot, stored bool) Value
	// TaskMetadata returns the metadata of a task in a chunk of ModeTasks; nil for none.
	TaskMetadata(t *Task) Value
}

// Clock runs functions later, on the host's thread.
type Clock interface {
	// Defer runs f after the code that runs there now.
	Defer(f func())
	// After runs f after d. It returns a function that cancels the call.
	After(d time.Duration, f func()) (cancel func())
	// Warn shows a warning to the person who runs the program.
	Warn(message string)
	// Hear does not return if the script was stopped, because of a limit for example. A loop whose length a script
	// chooses calls it, unless it calls the host anyway.
	Hear()
}

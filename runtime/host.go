// This file has what the engine asks of the language that node functions are written in.

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
	// Start begins every call in slice order, before any of them continues past
	// its first wait, and returns. Call.Done is called once for each, on the
	// host's thread: during Start for a call that ended without waiting, else later.
	Start(calls []*Call)
	// Together runs f, which starts tasks, hands out chunks or notifies callers what came of
	// their calls (ChildCall.Done), and only then lets the code behind go on.
	Together(f func())
	// Ticks runs f when continuations have gone on n times from where they are now.
	Ticks(n int, f func())
}

// Updater knows how the state changes: reducers, first values, updates.
type Updater interface {
	// Reduce returns what the reducer of a channel makes of current and each of updates, one
	// after the other; nil for no value.
	Reduce(reducer any, current Value, updates []Value) (Value, error)
	// Default returns the first value of a channel; nil for the host's undefined.
	Default(factory any) (Value, error)
	// Updates reads a state update that no node returned: an input, the update of a Command.
	// node names who it is said to come from in errors.
	Updates(g *Graph, node string, v Value) (Output, error)
	// Overwritten returns the value that an update brings past the reducer, nil for undefined;
	// false if it is no such update.
	Overwritten(update Value) (Value, bool)
}

// Maker makes values of the language. Besides those, its objects and arrays take Go's
// strings, ints and bools, an Interrupt, and nil for undefined.
type Maker interface {
	Object(fields []Field) Value
	Array(items []Value) Value
	// Undefined returns the host's undefined as a value.
	Undefined() Value
	// Without returns an object like v without some fields; v if it is no object.
	Without(v Value, fields []string) Value
}

// Reader looks into values of the language.
type Reader interface {
	// Elements returns the elements of a list, false if v is none.
	Elements(v Value) ([]Value, bool)
	// JSON is for messages: v as JSON.stringify shows it.
	JSON(v Value) string
}

// Identity says which values are the same, and which are none.
type Identity interface {
	// Key returns what is equal for values of which a set would have only one.
	Key(v Value) any
	// IsUndefined reports whether v is undefined.
	IsUndefined(v Value) bool
	// Nullish reports whether v is null or undefined.
	Nullish(v Value) bool
}

// Codec turns values into bytes and back.
type Codec interface {
	// Dump writes a value, Load reads it. Load gives a value of its own each time.
	Dump(v Value) (checkpoint.Blob, error)
	Load(b checkpoint.Blob) (Value, error)
	// Recall is Load for a value that is loaded again and again, as it is or with more in
	// Blob.Grown. known is what it remembered the last time, nil at first; it returns
	// what to remember. A value gets its own copy each time.
	Recall(known any, b checkpoint.Blob) (v Value, remembered any, err error)
	// DumpSince is Dump for a value of which stored is the one before. If v is a list that
	// begins with the very elements of stored, b has only those behind them, and grew is true.
	DumpSince(stored Kept, v Value) (b checkpoint.Blob, grew bool, err error)
	// Mark returns what DumpSince recognises stored by: it differs when a list got longer
	// or its last element was changed in place.
	Mark(v Value) uint64
}

// Chunks makes the payloads of chunks that describe checkpoints and tasks.
type Chunks interface {
	// CheckpointChunk makes the payload of a chunk of ModeCheckpoints: s, the state that r
	// stands at. stored says that the checkpoint was there when the run began.
	CheckpointChunk(r *Run, s *StateSnapshot, stored bool) Value
	// TaskMetadata is what a chunk of ModeTasks says of a task besides its input; nil for nothing.
	TaskMetadata(t *Task) Value
}

// Clock runs functions later, on the host's thread.
type Clock interface {
	// Defer runs f after what runs there now.
	Defer(f func())
	// After runs f after d. It returns what cancels that.
	After(d time.Duration, f func()) (cancel func())
	// Warn shows the person who runs the program something that is no error.
	Warn(message string)
}

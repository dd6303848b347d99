// This file has what the engine asks of the language that node functions are written in.

package runtime

import (
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Value is a channel value. The engine carries it and never looks inside.
// A nil Value is no value.
type Value any

// Host is the language node functions are written in, together with its one
// thread. All methods are called on that thread.
type Host interface {
	// Start begins every call in slice order, before any of them continues past
	// its first wait, and returns. Call.Done is called once for each, on the
	// host's thread: during Start for a call that ended without waiting, else later.
	Start(calls []*Call)

	// Together runs f, which starts tasks, hands out chunks or notifies callers what came of
	// their calls (ChildCall.Done), and only then lets the code behind go on.
	Together(f func())

	// Ticks runs f when continuations have gone on n times from where they are now.
	Ticks(n int, f func())

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

	// Object and Array make values of the language. Besides those, they take Go's
	// strings, ints and bools, an Interrupt, and nil for undefined.
	Object(fields []Field) Value
	Array(items []Value) Value
	// Elements returns the elements of a list, false if v is none.
	Elements(v Value) ([]Value, bool)
	// Key returns what is equal for values of which a set would have only one.
	Key(v Value) any
	// IsUndefined reports whether v is undefined.
	IsUndefined(v Value) bool
	// Undefined returns the host's undefined as a value.
	Undefined() Value
	// Nullish reports whether v is null or undefined.
	Nullish(v Value) bool
	// Without returns an object like v without some fields; v if it is no object.
	Without(v Value, fields []string) Value
	// CheckpointChunk makes the payload of a chunk of ModeCheckpoints: s, the state that r
	// stands at. stored says that the checkpoint was there when the run began.
	CheckpointChunk(r *Run, s *StateSnapshot, stored bool) Value
	// TaskMetadata is what a chunk of ModeTasks says of a task besides its input; nil for nothing.
	TaskMetadata(t *Task) Value
	// JSON is for messages: v as JSON.stringify shows it.
	JSON(v Value) string

	// Dump and Load turn a value into bytes and back. Load gives a value of its own each time.
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

	// Defer runs f on the host's thread after what runs there now.
	Defer(f func())
	// After runs f on the host's thread after d. It returns what cancels that.
	After(d time.Duration, f func()) (cancel func())
	// Warn shows the person who runs the program something that is no error.
	Warn(message string)
}

// Kept is a value as the last checkpoint has it.
type Kept struct {
	Value Value // nil for none
	Mark  uint64
}

// Field is a property of an object that Host.Object makes.
type Field struct {
	Name  string
	Value Value
}

// Call is a function call that the engine wants made: of a node or of a branch.
type Call struct {
	Task  *Task
	Func  any   // as the Graph has it
	Input Value // what the function gets
	// Branch is set for the function of a conditional edge: its return value is where to go.
	Branch *Branch
	// Done takes what came of it.
	Done func(Output, error)
	// AtOnce is set by the host before Done if the function returned while the calls of a Start were made: what is
	// notified of it comes before what others return later.
	AtOnce bool
	// Async is set with AtOnce if what it returned is what a promise had come to by then.
	Async bool
}

// Output is what a node or a branch returned, as the engine understands it.
type Output struct {
	Updates []Update // of channels, in order
	Goto    []Dest   // where to go next
	Parent  *Command // a command for the parent graph: the task ends with it
	Value   Value    // the value itself, for a child task
	Null    bool     // the value was null or undefined
}

// Update is a value for a channel.
type Update struct {
	Channel string
	Value   Value // or an Overwrite
}

// Overwrite is an update that passes by the reducer of its channel. Other channels
// take it as it is: Raw.
type Overwrite struct{ Value, Raw Value }

// Dest is where to go: the node of that name, or a task of its own for Send.
type Dest struct {
	Node string
	Send *Send
}

// Send asks for a task that runs a node with an input of its own.
type Send struct {
	Node string
	Args Value
	// Timeout is used instead of that of the node if not nil.
	Timeout *TimeoutPolicy
}

// Command is a Command as the engine sees it.
type Command struct {
	Updates []Update
	Goto    []Dest
	// HasResume says that Resume is an answer; it may be any value, null and false too.
	HasResume bool
	Resume    Value
	// ResumeByID has answers for some questions by their ids. It is used instead of Resume if not nil.
	ResumeByID map[string]Value
	// TimedOut has the ids of questions whose deadlines are applied.
	TimedOut []string
	// Overdue applies all deadlines that have passed.
	Overdue bool
	// Parent says that it is meant for the graph around this one.
	Parent bool
	// Value is the command as the script made it.
	Value Value
}

// This file has the values that the engine and the language of the node functions exchange.

package runtime

// Value is a channel value. The engine carries it and never looks inside.
// A nil Value means that there is no value.
type Value any

// StoredValue is the value of a channel in the last checkpoint.
type StoredValue struct {
	Value Value  // nil for none
	Mark  uint64 // see Codec.Mark
}

// Field is a property of an object that Host.Object makes.
type Field struct {
	Name  string
	Value Value
}

// Call is a function call that the engine requests: of a node or of a branch.
type Call struct {
	Task  *Task
	Func  any   // as the Graph has it
	Input Value // what the function gets
	// Branch is set for the function of a conditional edge: its return value is where to go.
	Branch *Branch
	// Done gets the result of the call.
	Done func(Output, error)
	// Counted makes the host set AtOnce, Async and Waited also for a call that is alone in a Start.
	Counted bool
	// AtOnce is set by the host before Done if the function returned while the calls of a Start were made: its chunks
	// come before those of functions that return later.
	AtOnce bool
	// Async is set with AtOnce if the function returned a promise that was already resolved.
	Async bool
	// Waited is set instead of AtOnce to how many promise jobs ran before the promise of the function was resolved; 0
	// means one job, or too many to count.
	Waited int
}

// Output is what a node or a branch returned, in the form that the engine uses.
type Output struct {
	Updates []Update // of channels, in order
	Goto    []Dest   // where to go next
	Parent  *Command // a command for the parent graph: the task ends with it
	Value   Value    // the value itself, for a child task
	Null    bool     // the value was null or undefined
	Alone   int      // how many updates stand beside Commands in a list
}

// Update is a value for a channel.
type Update struct {
	Channel string
	Value   Value // or an Overwrite
}

// Overwrite is an update that bypasses the reducer of its channel. Channels without a reducer get the value of Raw.
type Overwrite struct{ Value, Raw Value }

// Dest is a destination: the node with that name, or a new task for Send.
type Dest struct {
	Node string
	Send *Send
	// Falsy says that a branch has returned null, false, 0 or "", which only a label can stand for.
	Falsy bool
}

// Send requests a task that runs a node with its own input.
type Send struct {
	Node string
	Args Value
	// Timeout is used instead of that of the node if not nil.
	Timeout *TimeoutPolicy
}

// Command is LangGraph's Command in the form that the engine uses.
type Command struct {
	Updates []Update
	Goto    []Dest
	// HasResume says that Resume is an answer, which may be any value, also null or false.
	HasResume bool
	Resume    Value
	// ResumeByID has answers for some questions by their ids. It is used instead of Resume if not nil.
	ResumeByID map[string]Value
	// TimedOut has the ids of questions whose deadlines are applied.
	TimedOut []string
	// Overdue applies all deadlines that have passed.
	Overdue bool
	// Parent says that the command is for the graph around this one.
	Parent bool
	// Value is the object that the script made.
	Value Value
}

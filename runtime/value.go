// This file has the values that the engine and the language of the node functions hand each other.

package runtime

// Value is a channel value. The engine carries it and never looks inside.
// A nil Value is no value.
type Value any

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
	// Waited is set in place of AtOnce to how many promise jobs ran before its promise was kept, 0 for one or for
	// too many to count.
	Waited int
}

// Output is what a node or a branch returned, as the engine understands it.
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

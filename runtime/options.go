// This file has what the caller of a run chooses.

package runtime

import (
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// DefaultRecursionLimit is how many supersteps a run may take.
const DefaultRecursionLimit = 25

// Durability says when a run's checkpoints are stored.
type Durability int

// The durability modes.
const (
	// Boundary stores every superstep. The Ledger decides when, and syncs before anything leaves the program.
	Boundary Durability = iota
	Sync                // syncs every superstep before the next begins
	Async               // as Boundary, without the syncs
	Exit                // stores only how the run ended
)

// Mode is a stream mode, or a set of them.
type Mode int

// The stream modes.
const (
	ModeValues Mode = 1 << iota
	ModeUpdates
	ModeCustom
	ModeMessages
	ModeDebug
	ModeTasks
	ModeCheckpoints
	ModeEnvelope // the checkpoint of the values that follow; with ModeValues, without ModeCheckpoints
	ModeTools    // made by the host, as those of ModeMessages are
)

// Options are the options of a run. The zero value is a run without a saver.
type Options struct {
	Saver    checkpoint.Saver // nil: nothing is stored, and nodes cannot interrupt
	ThreadID string
	// NS is the namespace of the run; "" for a root graph. Runs in a task leave it empty.
	NS string
	// CheckpointID is the checkpoint to run from; "" for the newest.
	CheckpointID string
	// CheckpointMap has the checkpoints that inner graphs run from, by namespace.
	CheckpointMap map[string]string
	// FromInner says that the requested checkpoint belongs to an inner graph.
	FromInner bool
	// Parent is the task in which this run takes place; nil for none.
	Parent *Task
	// SharedNS stores the checkpoints of all runs of the graph in one namespace, without task ids.
	SharedNS bool

	// By says who starts the run or answers, From says from where; both go into the audit log. "" means unknown.
	By, From string
	// Script names the version of the script that runs; for the audit log.
	Script string
	// Pin, if not nil, is stored with the first commit of the run, and not at all if the run is refused. PinChange is
	// the text about the pin in the audit log, "" for none, and PinGrants the text about the grants that the thread
	// retains.
	Pin                  *checkpoint.Pin
	PinChange, PinGrants string
	// RunID is the id of the run, stored with the thread; "" for none.
	RunID string
	// Ledger decides when what the run stores is committed and synced; all runs of a host share one. With
	// nil every batch is committed at once, and synced where someone is notified.
	Ledger *Ledger
	// Turns counts the runs beside this one; all runs of a host share one.
	Turns *Turns
	// Effects is the default for nodes without their own setting.
	Effects Effects
	// JournalInMemory says that the saver cannot store journals.
	JournalInMemory bool
	// WriteAll also gives the saver pending writes that the engine does not need, but that LangGraph.js's checkpointers
	// get: the answers that tasks have used, with their writes, and what an update writes.
	WriteAll bool
	// Suspends says that the saver may suspend the caller of its methods, which must then be a function that Host.Defer got.
	Suspends bool
	// Strict fails a node that asks a different question than the one that was answered.
	Strict bool
	// CheckAnswer, if not nil, returns an error if an answer does not fit a question.
	CheckAnswer func(question, answer Value) error

	// MaxState is how many bytes the values of a checkpoint may have together, and the writes of the tasks of a superstep; 0
	// or less means no limit.
	MaxState int64

	RecursionLimit int   // 0 means DefaultRecursionLimit
	MaxConcurrency int   // of tasks in a superstep; 0 means no limit
	Cache          Cache // for nodes with a cache policy; nil for none
	// StepTimeout is how long a superstep may take; 0 means no limit.
	StepTimeout time.Duration
	// Drain, if not nil, is called before each superstep, and says whether the run should stop there.
	Drain           func() (reason string, drain bool)
	InterruptBefore *Names
	InterruptAfter  *Names
	Durability      Durability
	// Output names the channels to return; nil means the graph's.
	Output []string
	// Single returns the value of the only channel in Output, not wrapped in an object.
	Single bool

	// Modes are those Emit is called for.
	Modes Mode
	// Subgraphs passes on the chunks of runs inside of this one.
	Subgraphs bool
	// Emit gets the chunks of the stream, each after the commit of what it reports.
	Emit func(Chunk)
	// Traced makes the host call the start node too, which has no function, because someone gets the events of all
	// nodes.
	Traced bool

	// Thread, if set, stores the status of the thread with every commit.
	Thread bool
	// AnswerAgain replaces the last answer of tasks that did not end with it, because the run is resumed with another one.
	AnswerAgain bool
	// Old follows LangGraph.js 0.2: the metadata of checkpoints contain what the nodes wrote, chunks have the form of
	// 0.2, and readers get the chunks of a superstep before the next one starts.
	Old bool
	// Recent, if not nil, remembers the states of the threads that ran last on this host.
	Recent *Recent
	// Now is the clock; nil means time.Now. IDs makes the ids of checkpoints; nil means a new one.
	Now func() time.Time
	IDs *checkpoint.IDs
	// Config belongs to the host: the engine only passes it on.
	Config any

	// Failed, if not nil, is called when a task has failed its last attempt, before the engine acts on the error.
	Failed func(t *Task, err error)
	// Done gets how the run ended. It is called once.
	Done func(Result)
}

// Result is how a run ended.
type Result struct {
	// Values is the part of the state that Options.Output selects; nil if there is none.
	Values Value
	// Interrupts are the questions of the run. Interrupted is also true for a run that stopped before or after a node.
	Interrupts  []Interrupt
	Interrupted bool
	Err         error
}

// Chunk is one element of a stream.
type Chunk struct {
	NS      []string // of the graph that made it
	Mode    Mode
	Payload Value

	deliver func() // instead of the field above, for payloads that the host makes itself
}

// This file has the messages between a host and its workers. Package worker carries them.

package hitlrun

import (
	"encoding/json"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
)

// Methods of a worker.
const (
	toLoad    byte = iota + 1 // a script, to be run from now on
	toForget                  // a script
	toOpen                    // a session: an instance of a script, see instance
	toRelease                 // a session
	toRun                     // a script to its end
	toChoose
	toCheckInput
	toWhyNot
	toInvoke
	toMermaid
	toPicture
	toGraphs
	toUpdateState
	toSchemas
)

// Methods of a host.
const (
	toGet byte = iota + 1
	toHead
	toList
	toCommit
	toSync
	toAudit
	toVerifyAudit
	toFindAnswer
	toDeleteThread
	toOpenSaver
	toCloseSaver
	toNotifyUpdate
	toNotifyChunk
	toCallFunction
	toWrite
	toRead
	toTrace
	toEnd // of a session that is stuck
)

// nothing is a message without content.
type nothing struct{}

// yes is whether a session got a VM that had waited, and whether its VM waits for another.
type yes struct{ Yes bool }

// scriptMessage is a script, with those of its options that matter where it runs.
type scriptMessage struct {
	ID        uint64
	Path      string
	Code, Map []byte
	Hash      string

	Stdout, Stderr, Stdin bool // there are such
	Trace                 bool
	Args, Env             []string
	Permissions           Permissions
	Limits                Limits
	Profile, Effects      string
	Functions             []string
	By, From              string
	Strict, Colors, Reuse bool
	MaxIdle               int
}

// scriptID names a script.
type scriptID struct{ ID uint64 }

// sessionMessage is a call without arguments; Again is for toRelease: the VM may serve another run.
type sessionMessage struct {
	Session, Script uint64
	Again           bool
}

type chooseMessage struct {
	Session uint64
	Name    string
}

type chosenMessage struct{ Name, Function string }

type inputMessage struct {
	Session uint64
	Input   json.RawMessage
}

// saverRef names a saver of the host: that of a store for one thread, or one that a script has opened, with all of its threads.
type saverRef struct {
	ID     uint64
	Thread string
	Syncs  bool // it is a Syncer and a Grouper
}

type whyNotMessage struct {
	Session uint64
	Saver   saverRef
	Thread  sqlite.Thread
	Name    string
}

type levelsMessage struct {
	Session uint64
	Levels  int
}

type textMessage struct{ Text string }

type jsonMessage struct{ JSON json.RawMessage }

type graphsMessage struct{ Graphs []jsapi.GraphInfo }

// callMessage is jsapi.GraphCall. Pins stay in the host: a worker says with which batch it pins, and not what.
type callMessage struct {
	Session  uint64
	Saver    saverRef
	ThreadID string

	Input, Resume      json.RawMessage
	ResumeByID         map[string]json.RawMessage
	AnswerAgain        bool
	Update             json.RawMessage
	TimedOut           []string
	By, From, Script   string
	Pin                bool
	PinChange          string
	PinGrants          string
	Unsynced           bool
	Strict             bool
	RecursionLimit     int
	Durability         runtime.Durability
	OnUpdate           bool
	RunID              string
	CheckpointID       string
	Goto, Config       json.RawMessage
	InterruptBefore    []string
	InterruptAfter     []string
	OnChunk, Subgraphs bool
	Modes              []string
}

// updateMessage is jsapi.UpdateCall.
type updateMessage struct {
	Session  uint64
	Saver    saverRef
	Key      checkpoint.Key
	Steps    [][]jsapi.StateUpdate
	By, From string
	RunID    string
	Pin      bool
}

// readMessage asks a saver for checkpoints.
type readMessage struct {
	Saver saverRef
	Key   checkpoint.Key
	Known string
	List  checkpoint.ListOptions
	Skip  int // of List, so many
}

type tuplesMessage struct {
	Tuples []*checkpoint.Tuple
	More   bool
}

// commitMessage has batches to commit, all or none. Pins says which of them pin the thread.
type commitMessage struct {
	Saver   saverRef
	Batches []checkpoint.Batch
	Pins    []bool
}

type auditMessage struct {
	Saver  saverRef
	Filter checkpoint.AuditFilter
	Heads  []checkpoint.AuditHead
	Prefix string
}

type auditedMessage struct {
	Entries []checkpoint.AuditEntry
	Report  *checkpoint.AuditReport
	ID      string
}

// traceMessage is a runtime.TraceEvent.
type traceMessage struct {
	Script       uint64
	Kind         TraceKind
	At           time.Time
	Took         time.Duration
	Ended, Asks  bool
	ThreadID, NS string
	Step         int
	Nodes        []string
	Node, ID     string
	Attempt      int
	Count        int
	Writes       []TraceWrite
	RunID, What  string
	Status       int
	Wrote        bool // there is a function that returns the writes
	Err          *errorMessage
}

// openMessage opens the saver of a script.
type openMessage struct {
	Script uint64
	Conn   string
}

type notifyMessage struct {
	Session uint64
	NS      []string
	Update  json.RawMessage
	Chunk   jsapi.Chunk
}

type functionMessage struct {
	Script    uint64
	Name, Key string
	Caller    jsapi.Caller
	Args      []json.RawMessage
}

type writeMessage struct {
	Script uint64
	Stderr bool
	Data   []byte
}

type readInputMessage struct {
	Script uint64
	Most   int
}

type dataMessage struct {
	Data []byte
	End  bool
}

type endMessage struct {
	Session uint64
	Why     *errorMessage
}

// errorMessage is an error and those below it, see worker_errors.go.
type errorMessage struct {
	Kind, Text string
	Data       errorData
	Causes     []errorMessage
}

// errorData is what errors have beside their text. Each kind uses some of it.
type errorData struct {
	Name, Code, Flag, Frame, Stack, Builtin, Node, Script string
	Position                                              Position
	Exit                                                  int
	ThreadID, Interrupt, By                               string
	At                                                    time.Time
	TimedOut                                              bool
	Ref                                                   uint64
}

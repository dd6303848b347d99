// This file has the messages between a host and its workers. Package worker carries them.

package hitlrun

import (
	"encoding/json"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/longterm"
	"github.com/hitlrun/hitlrun/runtime"
)

// Methods of a worker.
const (
	toLoad    byte = iota + 1 // load a script
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
	toNotifyUpdate
	toNotifyChunk
	toCallFunction
	toWrite
	toRead
	toTrace
	toEnd // of a session that is stuck
	toGetItem
	toFindItems
	toPutItems
	toListNamespaces
)

// nothing is a message without content.
type nothing struct{}

// yes is the answer to toOpen and toRelease: whether the session got a VM that had waited, or its VM now waits for
// another session.
type yes struct{ Yes bool }

// scriptMessage is a script with the options that a worker needs.
type scriptMessage struct {
	ID        uint64
	Path      string
	File      string // Path made absolute; "" if the script is not from a file
	Code, Map []byte
	Hash      string

	Stdout, Stderr, Stdin bool // there are functions
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

// sessionMessage is a call without arguments. Again is for toRelease: it allows another run to use the VM.
type sessionMessage struct {
	Session, Script uint64
	Again           bool
	Stores          files.Stores // that the host has open
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

// saverRef names a saver of the host: a store's saver for one thread, or a saver for all threads of a file that a
// script has opened.
type saverRef struct {
	ID     uint64
	Thread string
	Syncs  bool // the saver is a Syncer and a Grouper
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

// callMessage is jsapi.GraphCall. The host retains the pins: a worker only says which batch pins the thread.
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
	LongTerm           bool         // the host has items for it
	Stores             files.Stores // that the host has open
}

// itemsMessage asks the long-term store of a run to read or write items.
type itemsMessage struct {
	Saver         saverRef // of the run
	Namespace     []string
	Key           string
	Offset, Limit int
	Renew         bool
	Writes        []longterm.Write
}

type foundItems struct {
	Items      []longterm.Item
	Namespaces [][]string
	Apart      []apartValue
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
	// After is the last checkpoint of all namespaces that was listed; its ID is "" at the beginning. Skip is how many were listed, for savers that do
	// not know the namespaces of a thread.
	After checkpoint.Key
	Skip  int
}

type tuplesMessage struct {
	Tuples []*checkpoint.Tuple
	More   bool
	Apart  []apartValue
}

// commitMessage has batches to commit: all of them or none. Pins says which of them pin the thread.
type commitMessage struct {
	Saver   saverRef
	Batches []checkpoint.Batch
	Pins    []bool
	Apart   []apartValue
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
	Wrote        bool // the event has a function Writes
	Err          *errorMessage
}

// openMessage asks the host what a worker needs to open a file for a script.
type openMessage struct{ Script uint64 }

type openedMessage struct {
	Stores files.Stores // that the host has open: the file may be none of them
	Keys   []byte       // a key file with the keys of the files of scripts; empty for none
}

type notifyMessage struct {
	Session uint64
	NS      []string
	Update  json.RawMessage
	Chunk   jsapi.Chunk
	Apart   []apartValue
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

// errorMessage is an error with the errors that it wraps, see worker_errors.go.
type errorMessage struct {
	Kind, Text string
	Data       errorData
	Causes     []errorMessage
}

// errorData is what errors have beside their text. Each kind uses some of the fields.
type errorData struct {
	Name, Code, Flag, Frame, Stack, Builtin, Node, Script string
	Position                                              Position
	Exit                                                  int
	ThreadID, Interrupt, By                               string
	At                                                    time.Time
	TimedOut                                              bool
	Ref                                                   uint64
}

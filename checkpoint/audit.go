// This file has the entries of the audit log.

package checkpoint

import (
	"context"
	"encoding/json"
	"time"
)

// Kinds of events.
const (
	EventStart    = "start"    // a run began with an input
	EventQuestion = "question" // a node asked
	EventAnswer   = "answer"   // a question was answered
	EventTimeout  = "timeout"  // the deadline of a question was applied
	EventUpdate   = "update"   // the state was changed from outside
	EventFork     = "fork"     // a run goes on from an older checkpoint
	EventScript   = "script"   // the thread goes on with another version of its script
	EventGrants   = "grants"   // the thread was granted more than a script may touch by itself
	EventDelete   = "delete"   // a thread was deleted
)

// Event is one thing that the audit log tells of.
type Event struct {
	Kind      string
	Interrupt string // id of the question
	Node      string
	// Text says more: the script of a start, the checkpoint of a fork, the digest of a question.
	Text string
	// Question and Value are what was asked and what was answered, as a state has them.
	Question, Value json.RawMessage
}

// Audit is what a Batch adds to the audit log: one entry with all of Events.
type Audit struct {
	By, From string // who did it, and from where; "" if that is not known
	Events   []Event
}

// AuditFilter says which entries are wanted. The zero value wants all.
type AuditFilter struct {
	ThreadID string
	After    int64 // only entries with a greater number
	Limit    int   // at most so many; 0 means all
}

// AuditHead is the newest entry of a log, or what it was when somebody noted it.
type AuditHead struct {
	N    int64
	Hash [32]byte
}

// AuditReport is what VerifyAudit found.
type AuditReport struct {
	Entries int64
	Erased  int64 // of them: those of deleted threads
	Head    AuditHead
	// Problems are what is wrong with the log, in the order of entries. None: nothing was changed.
	Problems []string
}

// AuditLog is what a Saver can be besides: it stores Batch.Audit. The others leave it out.
type AuditLog interface {
	// Audit returns entries, oldest first.
	Audit(ctx context.Context, f AuditFilter) ([]AuditEntry, error)
	// VerifyAudit holds each entry against its hash, and heads against the log. Problems are no error.
	VerifyAudit(ctx context.Context, heads ...AuditHead) (*AuditReport, error)
	// FindAnswer returns the newest entry with the answer to a question whose id begins with prefix, or
	// with its timeout, and the id; nil if there is none.
	FindAnswer(ctx context.Context, threadID, prefix string) (*AuditEntry, string, error)
}

// AuditEntry is an entry of the audit log as it is read.
type AuditEntry struct {
	N        int64 // counts the entries of the store, from 1
	ThreadID string
	At       time.Time
	Audit
	Hash   [32]byte // of the entry and all before it
	Erased bool     // its thread was deleted: only its digest is left
}

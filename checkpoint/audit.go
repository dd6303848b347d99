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
	EventFork     = "fork"     // a run continues from an older checkpoint
	EventCopy     = "copy"     // the thread was made as a copy of another one
	EventRollback = "rollback" // a run was undone: the thread is where it was before it
	EventScript   = "script"   // the thread is resumed with another version of its script
	EventGrants   = "grants"   // the thread was granted more than a script may touch by itself
	EventDelete   = "delete"   // a thread was deleted
)

// Event is one thing that the audit log records.
type Event struct {
	Kind      string
	Interrupt string // id of the question
	Node      string
	// Text says more: the name of the script at a start, the id of the checkpoint at a fork or a rollback, the digest of a
	// question.
	Text string
	// Question and Value are what was asked and what was answered, in the form that a state stores.
	Question, Value json.RawMessage
}

// Audit is what a Batch adds to the audit log: one entry with all of Events.
type Audit struct {
	By, From string // who did it, and from where; "" if that is unknown
	Events   []Event
}

// AuditFilter selects entries. The zero value selects all.
type AuditFilter struct {
	ThreadID string
	After    int64 // only entries with a greater number
	Limit    int   // at most so many; 0 means all
}

// AuditHead is the newest entry of a log, or the entry that was the newest when somebody noted it.
type AuditHead struct {
	N    int64
	Hash [32]byte
}

// AuditReport is what VerifyAudit found.
type AuditReport struct {
	Entries int64
	Erased  int64 // how many of Entries belong to deleted threads
	Head    AuditHead
	// Problems are what is wrong with the log, in the order of entries. An empty list means that nobody changed the
	// log.
	Problems []string
}

// AuditLog is an optional interface of a Saver that stores Batch.Audit. Other savers ignore that field.
type AuditLog interface {
	// Audit returns entries, oldest first.
	Audit(ctx context.Context, f AuditFilter) ([]AuditEntry, error)
	// VerifyAudit compares each entry with its hash, and heads with the log. It returns problems in the report, not
	// as an error.
	VerifyAudit(ctx context.Context, heads ...AuditHead) (*AuditReport, error)
	// FindAnswer returns the newest entry that records the answer, or the timeout, of a question whose id begins with
	// prefix, and the id of that question. The entry is nil if there is none.
	FindAnswer(ctx context.Context, threadID, prefix string) (*AuditEntry, string, error)
}

// AuditEntry is an entry as the log returns it.
type AuditEntry struct {
	N        int64 // counts the entries of the store, from 1
	ThreadID string
	At       time.Time
	Audit
	Hash   [32]byte // of this entry and of all entries before it
	Erased bool     // the thread was deleted: only the digest of the entry is left
}
